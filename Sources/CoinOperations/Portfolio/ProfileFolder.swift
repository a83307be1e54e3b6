internal import CoinModel
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
        let why = "there is no home folder for watchlists, notes and portfolios; name a folder with --profile"
        throw OperationError(.usage, "no-profile", why)
    }

    /// The same; nil when the environment names no home.
    public static func usualPath(by environment: [String: String]) -> String? {
        if let path = environment["ASSAY_PROFILE"], !path.isEmpty { return path }
        // The base directory specification ignores paths that are not absolute.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/assay" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/share/assay"
    }

    /// What no output may be: the folder as far as it is there.
    public var inputs: [String] { FileManager.default.fileExists(atPath: path) ? [path] : [] }

    /// The path of a file of the profile.
    func path(of file: String) -> String { path + "/" + file }

    /// The names of the files of a folder of the profile, sorted; none where there is no such folder.
    ///
    /// - Throws: an error when it cannot be listed.
    func files(in folder: String) throws -> [String] {
        let place = path(of: folder)
        guard try isThere(place) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: place)
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The rows of a table of the profile; nil where there is no such file.
    ///
    /// - Throws: `OperationError` naming file and line when it does not read whole: nothing of it would be lost silently.
    func rows(of file: String, _ columns: [PersonalTable.Column]) throws -> [TextRow]? {
        let place = path(of: file)
        guard try isThere(place) else { return nil }
        return try ProfileFolder.rows(ofFile: place, columns)
    }

    /// Whether there is something at a place of the profile.
    ///
    /// - Throws: `OperationError` where that cannot be seen: what nobody may read is not empty.
    private func isThere(_ place: String) throws -> Bool {
        if FileManager.default.fileExists(atPath: place) { return true }
        do {
            _ = try FileManager.default.attributesOfItem(atPath: place)
        } catch CocoaError.fileReadNoSuchFile {
            return false
        } catch {
            let why = "is no folder that you may look into; change its permissions, or name another with --profile"
            throw OperationError(.failed, "unreadable-profile", place: path, why)
        }
        // A link that leads nowhere.
        return false
    }

    /// The rows of a table that is there.
    ///
    /// - Throws: `OperationError` as `rows(of:_:)` does.
    static func rows(ofFile place: String, _ columns: [PersonalTable.Column]) throws -> [TextRow] {
        let table = try PersonalTable(ofFile: place, columns, .point, isGuarded: false)
        if let reject = table.rejects.first { throw OperationError(mending: reject, place) }
        if let other = table.others.first {
            let known = columns.map(\.name).joined(separator: ", ")
            let why = "the column `\(other)` would be lost; the columns are \(known)"
            throw OperationError(.failed, "wrong-header", place: "\(place):1", why)
        }
        return table.rows
    }

    /// Works while no other process changes the profile.
    ///
    /// - Throws: `OutputError` when another one does for too long, and what the work throws.
    func change<Value>(_ work: () throws -> Value) throws -> Value {
        try FileLock.during(folder: path, wait: wait, work)
    }

    /// Writes a table of the profile, as it can be edited by hand, once its bytes are found good in the file at the path that
    /// `check` gets.
    func write(_ table: Table, to file: String, checking check: (String) throws -> Void = { _ in }) throws {
        let bytes = try OutputWriter(format: "csv", rawText: true).bytes(of: table)
        try OutputPlace(path(of: file), reading: [], isPrivate: true).replace(with: bytes, checking: check)
    }
}

extension Notation {
    /// How the program writes numbers.
    static let point: Notation = {
        var notation = Notation()
        notation.decimal = .point
        return notation
    }()
}

extension PersonalTable {
    /// Reads a table from a file.
    ///
    /// - Throws: `OperationError` naming the file, and the line where one is to blame.
    init(ofFile path: String, _ columns: [Column], _ notation: Notation, isGuarded: Bool) throws {
        do {
            var file = try InputFile(path: path, decodedLimit: 64 << 20)
            try self.init(&file, columns, notation, isGuarded: isGuarded)
        } catch {
            throw OperationError(error, file: path)
        }
    }
}

extension OperationError {
    /// A row of a file of the user's own that has to be mended before anything is changed.
    init(mending reject: Reject, _ file: String) {
        let place = [reject.line, reject.column].compactMap { $0 }.reduce(file) { "\($0):\($1)" }
        self.init(.failed, reject.reason, place: place, "\(reject.detail); mend the line, nothing was changed")
    }

    /// What a portfolio refused, and in which file.
    init(_ error: PortfolioError, file: String) {
        self.init(.failed, error.reason, place: error.line.map { "\(file):\($0)" } ?? file, error.detail)
    }
}
