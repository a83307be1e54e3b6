internal import CoinModel

/// Which options settings may have, and which files may set them.
///
/// This is the only place that decides this. What no list names is for the user's own file: a new option is closed to project files
/// until it is listed here.
public enum SettingRules {
    /// The options that stand at the top of a file, for every command that has them, each with a command that has it.
    public static let shared: [(option: String, command: [String])] =
        [
            "store", "preset", "quote", "prefer", "format", "excel", "decimal", "raw-text", "color", "wait",
            "stale-after", "errors", "profile",
        ].map { ($0, ["rank"]) } + ["ca-file", "key-file", "archive"].map { ($0, ["fetch", "market"]) }

    /// Options that disarm a guard or make something public: each time is a decision, so no setting has them.
    private static let neverSet: Set = [
        "accept", "again", "allow-missing", "anyway", "force", "private-hosts", "publish-alerts", "publish-list",
        "publish-notes", "replace",
    ]

    /// What a project file may set: how figures are read, chosen and shown.
    ///
    /// A folder from elsewhere may not say where keys are, whom to believe or ask, where to write, or which warnings are left out.
    private static let projectOptions: Set = [
        "as-of", "by", "cap-from", "cap-to", "coins", "color", "columns", "costs", "date-format", "days", "decimal",
        "details", "digest", "errors", "excel", "facts", "format", "horizon", "horizons", "inactive-weeks",
        "include-derivatives", "interval", "known", "limit-rows", "map", "method", "no-digest", "no-notes",
        "observed-at", "plain52", "places", "prefer", "preset", "price-change", "quote", "ranks", "short", "signal",
        "since", "sort",
        "source", "span", "stale-after", "step", "store", "supply-change", "tag", "timezone", "top", "until",
        "volume-from", "wait", "weeks", "weight", "where",
    ]

    /// Commands whose work a definition says whole, that look at the program alone, or that show an assistant what is personal
    /// only where the line says so: what they take from settings, and whether they read files of them.
    private static let limited: [(command: [String], options: Set<String>, readsFiles: Bool)] =
        ["run", "plan"].map { ([$0], ["color", "errors", "wait"], true) }
        + [(["mcp"], ["color", "errors", "store", "wait"], true)]
        + [["completions"], ["demo"], ["explain"], ["formats"], ["config", "check"], ["config", "path"]].map {
            ($0, ["color", "errors"], false)
        }

    /// Commands with an option of a shared name that says how figures are read, not how they are shown.
    private static let others: [String: [[String]]] = [
        "quote": [["load"], ["fetch"]],
        "decimal": [["load"], ["portfolio", "add"], ["portfolio", "set"], ["portfolio", "import"]],
    ]

    /// Whether a command takes an option from the settings at the top.
    static func shares(_ option: String, _ words: [String]) -> Bool {
        shared.contains { $0.option == option } && takes(option, words)
            && !others[option, default: []].contains { words.starts(with: $0) }
    }

    /// Whether a command reads files of settings.
    public static func readsFiles(_ words: [String]) -> Bool {
        limited.first { $0.command == words }?.readsFiles ?? true
    }

    private static func takes(_ option: String, _ words: [String]) -> Bool {
        taken(by: words)?.contains(option) ?? true
    }

    /// The options that a command takes from settings; nil for all.
    private static func taken(by words: [String]) -> Set<String>? {
        limited.first { words.starts(with: $0.command) }?.options
    }

    /// Refuses a setting that its file, or any, may not have.
    ///
    /// - Throws: `OperationError` `config-not-here`, naming the place.
    public static func check(_ setting: Setting) throws {
        let (option, words) = (setting.option, Array(setting.key.dropLast()))
        var why: String?
        if neverSet.contains(option) {
            why = "`--\(option)` is a decision of each time; write it on the command line"
        } else if let taken = taken(by: words), !words.isEmpty, !taken.contains(option) {
            let all = taken.sorted().joined(separator: ", ")
            why = "of settings `\(words.joined(separator: " "))` takes only \(all); leave the key out"
        } else if setting.origin == .project, !projectOptions.contains(option) {
            let next = "set it in your own file, see `assay config path`"
            why = "`\(option)` is not for a folder that may come from others; \(next)"
        } else if setting.origin == .project, option == "store", !isBelow(setting.text) {
            why = "the store of a project is in its folder; name another in your own file, or with ASSAY_STORE"
        }
        guard let why else { return }
        throw OperationError(.usage, "config-not-here", place: setting.keyPlaces.last ?? setting.place, why)
    }

    /// Whether a path stays below the working folder by its words.
    private static func isBelow(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }
}
