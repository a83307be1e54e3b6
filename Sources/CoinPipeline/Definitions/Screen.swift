internal import CoinModel
public import CoinOperations
public import CoinTables
internal import Foundation

/// A saved question: which coins pass, in which order, and what is shown of them.
///
/// A YAML file `NAME.yaml` in a folder of screens, of the keys below. An unknown key is refused with its place.
public struct Screen: Sendable {
    /// Its name, that of the file.
    public let name: String
    /// What it asks, for people.
    public private(set) var description = ""
    private var preset = RankRequest.presets[0]
    private var filter: String?
    private var sort: String?
    private var columns: [String] = []
    private var top: Int?
    /// The file.
    public let path: String

    /// The folder of screens where none is named.
    public static let usualFolder = "screens"

    private static var keys: [YAMLKey<Screen>] {
        [
            YAMLKey("description", \.description, .text, "What it asks.", need: "say in a sentence what it asks"),
            YAMLKey("preset", \.preset, .choice("preset", of: RankRequest.presets), "How coins are scored."),
            YAMLKey("where", \.filter, .text, "The coins, as --where has it."),
            YAMLKey("sort", \.sort, .text, "The order, as --sort has it."),
            YAMLKey("columns", \.columns, .texts, "Columns, as --columns has them, or a list."),
            YAMLKey("top", \.top, .whole(from: 1), "The most rows."),
        ]
    }

    /// Reads the screen of a name in a folder.
    ///
    /// - Throws: `OperationError` naming line and column, or the nearest name where there is none of this one.
    public init(named name: String, in folder: String) throws {
        let names = try Screen.names(in: folder)
        guard names.contains(name) else {
            let next = names.isEmpty ? "the folder has no screen" : "there are: " + names.joined(separator: ", ")
            throw OperationError.unknown("screen", name, among: names, else: next)
        }
        self.name = name
        path = Screen.path(of: name, in: folder)
        let source = YAMLSource(kind: "screen", path: path)
        guard let root = try DefinitionNode(yaml: try instructions(ofFile: path), source) else {
            throw OperationError(.usage, "bad-screen", place: path, "is empty; write `description` and `where`")
        }
        let fields = try root.take(by: Screen.keys, into: &self)
        let texts: [(String, WritableKeyPath<RankRequest, String?>)] = [
            ("columns", \.columns), ("sort", \.sort), ("where", \.filter),
        ]
        for (key, part) in texts {
            var asked = RankRequest(preset: preset)
            asked[keyPath: part] = request(RankRequest())[keyPath: part]
            try fields[key]?.check(asked)
        }
    }

    /// The file of a screen.
    public static func path(of name: String, in folder: String) -> String { folder + "/" + name + ".yaml" }

    /// The names of all screens of a folder, in order.
    ///
    /// - Throws: `OperationError` where there is no such folder.
    public static func names(in folder: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            let next = "is not a folder of screens; `assay demo FOLDER` writes some, --screens names another folder"
            throw OperationError(.usage, "no-screens", place: folder, next)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        return files.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) }.sorted()
    }

    /// All screens of a folder in the order of their names; none where the usual folder is not there.
    ///
    /// - Throws: `OperationError` where another folder is not there, or a screen does not read.
    public static func all(in folder: String) throws -> [Screen] {
        let isUsual = URL(fileURLWithPath: folder).lastPathComponent == usualFolder
        if isUsual, !FileManager.default.fileExists(atPath: folder) { return [] }
        return try names(in: folder).map { try Screen(named: $0, in: folder) }
    }

    /// Its question on a ranking that is otherwise as another one.
    public func question(_ other: RankRequest) -> ScreenRequest {
        ScreenRequest(name, asking: description, request(other))
    }

    /// A request for its coins, otherwise as another one; weights and limits of another preset are none of its own.
    public func request(_ other: RankRequest) -> RankRequest {
        var request = other
        if preset != other.preset { (request.weights, request.capFrom, request.capTo) = ([:], nil, nil) }
        (request.preset, request.filter, request.sort, request.top) = (preset, filter, sort, top)
        request.columns = columns.isEmpty ? nil : columns.joined(separator: ",")
        return request
    }

    /// The same as part of what ranks by a preset.
    ///
    /// - Throws: `OperationError` where it ranks by another one.
    func request(ofPreset other: String) throws -> RankRequest {
        guard other == preset else {
            let next = "ranks by \(preset), and this pipeline by \(other)"
            throw OperationError(.usage, "other-preset", place: path, next)
        }
        return request(RankRequest())
    }

    /// Its condition alone, for an alert.
    ///
    /// - Throws: `OperationError` where it ranks by another preset, or which coins pass depends on the others.
    func condition(ofPreset other: String) throws -> String {
        guard let condition = ScreenRequest(name, asking: description, try request(ofPreset: other)).condition else {
            let next = "an alert takes a screen with `where` and without `top`; write `enters top \(top ?? 10)`"
            throw OperationError(.usage, "no-condition", place: path, next)
        }
        return condition
    }

    /// The command that ranks the same without the file.
    public var command: String {
        let asked = request(RankRequest())
        let words = [
            asked.preset == RankRequest.presets[0] ? nil : "--preset \(asked.preset)",
            asked.filter.map { "--where \(shellQuoted($0))" }, asked.sort.map { "--sort \(shellQuoted($0))" },
            asked.columns.map { "--columns \(shellQuoted($0))" }, asked.top.map { "--top \($0)" },
        ]
        return (["assay rank"] + words.compactMap(\.self)).joined(separator: " ")
    }

    /// All screens of a folder, a row each.
    ///
    /// - Throws: `OperationError` where one does not read.
    public static func list(in folder: String) throws -> Table {
        let screens = try all(in: folder)
        let columns: [FilledColumn<Screen>] = [
            .text("screen", "Screen", "Its name.") { $0.name },
            .text("description", "Asks", "What it asks.") { $0.description },
            .text("preset", "Preset", "How coins are scored.") { $0.preset },
            .text("where", "Where", "Which coins pass.") { $0.filter ?? "all" },
            .text("sort", "Order", "In which order.") { $0.sort ?? "rank" },
        ]
        var table = Table("Screens in \(folder)", columns, of: screens)
        table.notes = [
            "`assay screen run NAME` shows the coins that pass now, `assay screen test NAME` what such coins earned."
        ]
        return table
    }
}
