import ArgumentParser
import CoinOperations
import CoinPipeline
import Foundation

/// Where the files of the person are: watchlists, notes and portfolio.
struct ProfileOptions: ParsableArguments {
    @Option(
        help: .value(
            "folder",
            "The folder of your own files.",
            discussion: "Else $ASSAY_PROFILE, else $XDG_DATA_HOME/assay, else ~/.local/share/assay."
        ),
        completion: .directory
    )
    var profile: String?

    func folder(wait: Double) throws -> ProfileFolder {
        let path = try profile ?? ProfileFolder.path(by: ProcessInfo.processInfo.environment)
        return ProfileFolder(path: path, wait: wait)
    }

    /// The notes, for a command that works without them too; nil where the environment names no home.
    var notes: NotesFile? {
        let path = profile ?? ProfileFolder.usualPath(by: ProcessInfo.processInfo.environment)
        return path.map { NotesFile(in: ProfileFolder(path: $0)) }
    }
}

/// A file of the person's own.
protocol ProfileFile {
    init(in profile: ProfileFolder)
    var path: String { get }
}

extension NotesFile: ProfileFile {}
extension PortfolioFile: ProfileFile {}

/// Where a file of the person's own is, and the store that knows its coins and prices.
struct OwnOptions<File: ProfileFile>: ParsableArguments {
    @OptionGroup var profile: ProfileOptions
    @OptionGroup var store: StoreOptions

    func file() throws -> File { File(in: try profile.folder(wait: store.wait.wait)) }
    func files() throws -> ReservedFiles { store.files + [try file().path] }
}

/// A watchlist that a report is confined to.
struct WatchlistOption: ParsableArguments {
    @Option("list", "Only coins of this watchlist (see `assay watch`); ranks are those among all coins.", .watchlists)
    var watchlist: String?

    @OptionGroup var profile: ProfileOptions

    /// The watchlist, if one is named.
    func file(wait: Double) throws -> WatchlistFile? {
        try watchlist.map { try WatchlistFile($0, in: profile.folder(wait: wait)) }
    }
}

/// Where screens lie.
struct ScreenFolder: ParsableArguments {
    @Option(help: .value("folder", "The folder of screens."), completion: .directory)
    var screens = Screen.usualFolder
}
