internal import CoinModel
public import CoinTables
internal import Foundation

/// The value that an option or a variable has, and what gives it.
public struct SettingValue: Sendable {
    /// The key, as `rank.top`, or the variable.
    public let name: String
    /// The value as text; nil for none.
    public let text: String?
    /// What gives it.
    public let origin: SettingOrigin
    /// Where that is: `assay.yaml:2:7`, a variable, an option; empty for none.
    public let place: String

    /// A value.
    public init(_ name: String, _ text: String?, _ origin: SettingOrigin, place: String = "") {
        (self.name, self.text, self.origin, self.place) = (name, text, origin, place)
    }

    /// What variables say that no option replaces: of keys and of a proxy's password only whether they are set.
    public static func variables(of environment: [String: String]) -> [SettingValue] {
        let secrets = FetchRequest.keyNames + ["GITHUB_TOKEN"]
        let plain = ["ASSAY_CONTACT", "COINGECKO_API_PLAN", "SSL_CERT_FILE", "no_proxy"]
        let names = (secrets + plain + ["https_proxy"]).sorted()
        return names.map { name in
            let spellings = name.hasSuffix("_proxy") ? [name, name.uppercased()] : [name]
            let found = spellings.first { !(environment[$0] ?? "").isEmpty }
            let value = found.flatMap { environment[$0] }
            guard let found, let value else {
                return SettingValue(name, secrets.contains(name) ? "not set" : nil, .usual)
            }
            let shown = secrets.contains(name) ? "set" : name == "https_proxy" ? withoutPassword(value) : value
            return SettingValue(name, shown, .environment, place: found)
        }
    }

    /// An address without the password in it; `set` for what is not an address, for it may contain one anywhere.
    private static func withoutPassword(_ text: String) -> String {
        let address = text.contains("://") ? text : "http://" + text
        guard var parts = URLComponents(string: address, encodingInvalidCharacters: false), let host = parts.host,
            !host.isEmpty, ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil
        else { return "set" }
        if parts.password != nil { parts.password = "***" }
        return parts.string ?? "set"
    }
}

/// Settings, a row each, with what gives each value where that is asked for.
public func settingTable(_ values: [SettingValue], withOrigin: Bool) -> Table {
    let origins: [FilledColumn<SettingValue>] = [
        .text("origin", "Origin", "flag, environment, project, user or default: the strongest that has the key.") {
            $0.origin.rawValue
        },
        .text("place", "Place", orMissing: .noValue, "The option, the variable, or file, line and column.") {
            $0.place
        },
    ]
    let columns: [FilledColumn<SettingValue>] = [
        .text("key", "Key", "The option, behind its command where not all share it; or a variable.") { $0.name },
        .text("value", "Value", orMissing: .noValue, "Its value; of a secret only whether it is set.") { $0.text },
    ]
    return Table("Settings", columns + (withOrigin ? origins : []), of: values)
}

/// The files of settings, a row each.
public func settingFileTable(_ files: [SettingFile]) -> Table {
    let columns: [FilledColumn<SettingFile>] = [
        .text("origin", "Origin", "project, which is stronger, or user.") { $0.origin.rawValue },
        .text("file", "File", "Where it is looked for.") { $0.path },
        .text("state", "State", "read, or left out: it is not there, or ASSAY_CONFIG is empty.") {
            $0.isRead ? "read" : "left out"
        },
    ]
    return Table("Files of settings", columns, of: files)
}
