import ArgumentParser
import CoinModel
import CoinOperations
import CoinTables
import Foundation

/// Values of options from files and variables.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration("config", subcommands: [Show.self, Path.self, Check.self])

    struct Show: TableCommand {
        static let configuration = CommandConfiguration("config show")

        @Argument(help: .value("keys", "Only these keys, such as quote or rank.top."))
        var keys: [String] = []

        @Flag(help: "Show what gives each value, and where.")
        var origin = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: CommonOptions

        func table() throws -> Table {
            settingTable(try commandSettings().values(of: keys), withOrigin: origin)
        }
    }

    struct Path: TableCommand {
        static let configuration = CommandConfiguration("config path")

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: CommonOptions

        func table() throws -> Table { settingFileTable(SettingFile.all(by: ProcessInfo.processInfo.environment)) }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration("config check")

        @OptionGroup var common: CommonOptions

        mutating func run() throws {
            let settings = commandSettings()
            let found = try settings.settingsOfFiles()
            for setting in found { try settings.checkValue(of: setting) }
            let files = SettingFile.all(by: settings.environment).filter(\.isRead)
            for file in files {
                let count = found.count { $0.origin == file.origin }
                Console.report(Diagnostic(.note, "config-read", place: file.path, counted(count, "setting")))
            }
            if files.isEmpty {
                Console.report(Diagnostic(.note, "config-read", "no file of settings; `assay config path` says where"))
            }
        }
    }
}
