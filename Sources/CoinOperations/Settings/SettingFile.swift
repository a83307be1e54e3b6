internal import CoinModel
internal import Foundation

/// A file of settings: where it is, and whether it is there.
public struct SettingFile: Sendable {
    /// Whose it is: `project` or `user`.
    public let origin: SettingOrigin
    /// The file.
    public let path: String
    /// Whether it is read: it is there, or named by ASSAY_CONFIG.
    public let isRead: Bool

    /// The variable that names a file in place of the user's; empty it leaves out both.
    static let variable = "ASSAY_CONFIG"

    /// The project's file in the working folder, and the user's: ASSAY_CONFIG, else `assay/config.yaml` in XDG_CONFIG_HOME, else in
    /// ~/.config; without the latter where the environment names no home.
    public static func all(by environment: [String: String]) -> [SettingFile] {
        let named = environment[variable]
        var files = [SettingFile(.project, "assay.yaml", isRead: named != "")]
        if let named, !named.isEmpty {
            files.append(SettingFile(.user, named, mustExist: true))
        } else if let folder = userFolder(by: environment) {
            files.append(SettingFile(.user, folder + "/assay/config.yaml", isRead: named != ""))
        }
        return files
    }

    private init(_ origin: SettingOrigin, _ path: String, isRead: Bool = true, mustExist: Bool = false) {
        (self.origin, self.path) = (origin, path)
        self.isRead = isRead && (mustExist || SettingFile.mode(of: path) != nil)
    }

    private static func userFolder(by environment: [String: String]) -> String? {
        // The base directory specification ignores paths that are not absolute.
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return folder }
        return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config" }
    }

    /// The kind and permissions of what is at a place, of a link itself; nil where nothing is.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Its bytes.
    ///
    /// - Throws: `OperationError` where it does not read, or is a link in a project: its folder may come from others.
    public func contents() throws -> [UInt8] {
        if origin == .project, SettingFile.mode(of: path) == S_IFLNK {
            throw OperationError(.usage, "config-link", place: path, "is a link; make it a file of the folder itself")
        }
        do {
            return try CoinOperations.contents(ofFile: path)
        } catch {
            throw OperationError(.usage, OperationError(error).diagnostic)
        }
    }
}
