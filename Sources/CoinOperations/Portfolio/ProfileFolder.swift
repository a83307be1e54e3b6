public import CoinModel
internal import CoinPortfolio
internal import CoinSources
internal import CoinTables
internal import Foundation
internal import RawInput

/// The folder of a person's own files, watchlists, notes and portfolio, which belong to no store.
public struct ProfileFolder: Sendable {
    /// The folder; it is made by the first command that writes into it.
    public let path: String
    /// Seconds to wait for another process that writes into it.
    public let wait: Double

    /// A profile's folder.
    public init(path: String, wait: Double = 5) { (self.path, self.wait) = (path, wait) }

    /// The folder that is meant where none is named: $ASSAY_PROFILE, else `assay` in $XDG_DATA_HOME, else in ~/.local/share.
    ///
    /// - Throws: `OperationError` when the environment names no home.
    public static func path(by environment: [String: String]) throws -> String {
        if let path = usualPath(by: environment) { return path }
        let why = "no home folder found for watchlists, notes and portfolios; name a folder with --profile"
        throw OperationError(.usage, "no-profile", why)
    }

    /// The same; nil when the environment names no home.
    public static func usualPath(by environment: [String: String]) -> String? {
        if let set = Settings(environment: environment, ofFiles: []).strongest("profile", of: []) { return set.text }
        // The base directory specification ignores paths that are not absolute.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/assay" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/share/assay"
    }

    /// What no output may be: the folder as far as it is there.
    public var inputs: [String] { FileManager.default.fileExists(atPath: path) ? [path] : [] }

    /// The path of a file of the profile.
    func path(of file: String) -> String { path + "/" + file }

    /// Whether there is something at a place of the profile.
    ///
    /// - Throws: `OperationError` where that cannot be seen: a folder that may not be read is not empty.
    func isThere(_ place: String) throws -> Bool {
        if FileManager.default.fileExists(atPath: place) { return true }
        do {
            _ = try FileManager.default.attributesOfItem(atPath: place)
        } catch CocoaError.fileReadNoSuchFile {
            return false
        } catch {
            let why = "is not a folder that you may read; change its permissions, or name another with --profile"
            throw OperationError(.failed, "unreadable-profile", place: path, why)
        }
        // A link that leads nowhere.
        return false
    }
}

extension NumberAndDateStyle {
    /// How the program writes numbers.
    static let point: NumberAndDateStyle = {
        var notation = NumberAndDateStyle()
        notation.decimal = .point
        return notation
    }()
}

extension PersonalTable {
    /// Reads a table from a file.
    ///
    /// - Throws: `OperationError` naming the file, and the line where one is to blame.
    init(ofFile path: String, _ columns: [Column], _ notation: NumberAndDateStyle, isGuarded: Bool) throws {
        do {
            var file = try InputFile(path: path, decodedLimit: 64 << 20)
            try self.init(&file, columns, notation, isGuarded: isGuarded)
        } catch {
            throw OperationError(error, file: path)
        }
    }
}

/// What a command on a person's own files works with.
public struct CommandContext {
    /// The store that knows coins and prices.
    public let location: StoreLocation
    /// The clock.
    public let now: Instant
    /// Takes what is to be reported.
    public let report: DiagnosticSink

    /// A store, a clock and who takes reports.
    public init(_ location: StoreLocation, now: Instant, report: @escaping DiagnosticSink) {
        (self.location, self.now, self.report) = (location, now, report)
    }
}

/// This is the only place that reads and changes a file of a person's own: read whole or not at all, changed as a whole by one
/// process at a time, and never written as something that would not read again.
struct OwnFile<Row: PersonalRow> {
    private let profile: ProfileFolder
    private let name: String
    private let columns: [PersonalTable.Column]

    /// A file of a profile, whose columns are texts but for some.
    init(_ name: String, in profile: ProfileFolder, _ kinds: [String: PersonalTable.Column.Kind] = [:]) {
        (self.name, self.profile) = (name, profile)
        columns = Row.columns.map {
            .init($0.name, kinds[$0.name] ?? .text, isNeeded: Row.neededColumns.contains($0.name))
        }
    }

    /// Where it is.
    var path: String { profile.path(of: name) }

    /// Its rows; nil where there is no such file.
    ///
    /// - Throws: `OperationError` naming file and line when it does not read whole: nothing of it would be lost silently.
    func rows() throws -> [Row]? { try profile.isThere(path) ? read(path) : nil }

    /// Replaces its rows by what is made of them, nil for nothing new, while no other process changes the profile.
    ///
    /// - Throws: `OutputError` when another one does for too long, and what the making throws.
    func change(_ make: ([Row]?) throws -> [Row]?) throws {
        try FileLock.during(folder: profile.path, wait: profile.wait) {
            guard let new = try make(rows()) else { return }
            let writer = OutputWriter(format: "csv", style: ReportStyle(rawText: true))
            let bytes = try writer.bytes(of: Row.table("", new))
            try OutputPlace(path, reading: [], isPrivate: true).replace(with: bytes) { draft in
                // What no command could read again would take the whole file with it.
                guard try read(draft).map(\.cells) != new.map(\.cells) else { return }
                let why = "would not read as it was entered, so nothing was written; leave the note out"
                throw OperationError(.failed, "unreadable-entry", place: path, why)
            }
        }
    }

    private func read(_ place: String) throws -> [Row] {
        let table = try PersonalTable(ofFile: place, columns, .point, isGuarded: false)
        if let reject = table.rejects.first {
            let detail = "\(reject.detail); correct the line, nothing was changed"
            throw OperationError(
                Reject(reject.reason, line: reject.line, column: reject.column, detail: detail),
                file: place
            )
        }
        if let other = table.others.first {
            let why =
                "the column `\(other)` would be lost; the columns are \(columns.map(\.name).joined(separator: ", "))"
            throw OperationError(.failed, "wrong-header", place: "\(place):1", why)
        }
        do {
            return try Row.rows(table.rows)
        } catch {
            throw OperationError(error, file: path)
        }
    }
}
