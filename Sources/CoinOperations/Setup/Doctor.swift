public import CoinModel
internal import CoinStore
public import CoinTables
internal import Foundation
internal import RawInput
internal import WorkerProtocol

/// What may keep the program from its work on a machine, looked at by doing a little of each.
public struct Doctor {
    private let location: StoreLocation
    private let environment: [String: String]
    private let now: Instant
    private let readSettings: () throws -> Void

    /// How a part is, the worst first.
    private enum State: String, CaseIterable {
        case problem, warning, good
    }

    /// What is found of one part, and what to do about it.
    private typealias Finding = (state: State, what: String, next: String)
    private typealias Part = (name: String, finding: Finding)

    private static var columns: [FilledColumn<Part>] {
        [
            .text("part", "Part", "What was looked at.") { $0.name },
            .text("state", "State", "good, warning or problem.") { $0.finding.state.rawValue },
            .text("found", "Found", orMissing: .nothingToDo, "What was found.") { $0.finding.what },
            .text("next", "Next", orMissing: .nothingToDo, "What to do about it.") { $0.finding.next },
        ]
    }

    /// A look at a store and its surroundings; files of settings are read by a closure.
    public init(
        _ location: StoreLocation,
        environment: [String: String],
        now: Instant,
        readSettings: @escaping () throws -> Void
    ) {
        (self.location, self.environment, self.now, self.readSettings) = (location, environment, now, readSettings)
    }

    /// A row for each part that was looked at, problems first, and whether there is a problem.
    public func examine() -> (table: Table, isWell: Bool) {
        let looks: [(String, () throws -> Finding)] = [
            ("reading of repositories", readWorker), ("fetching", fetchWorker), ("sandbox", sandbox), ("git", git),
            ("certificates", certificates), ("keys", keys), ("clock", clock), ("store", store), ("disk", disk),
            ("archive", archive), ("settings", settings),
        ]
        let found = looks.map { name, look -> Part in
            do {
                return (name, try look())
            } catch {
                let failure = OperationError(error)
                let what = "\(failure.diagnostic.message) [\(failure.diagnostic.identifier)]"
                // Another process at work is not a fault of the machine.
                return (name, (failure.status == .busy ? .warning : .problem, what, ""))
            }
        }
        let isWell = !found.contains { $0.finding.state == .problem }
        let parts = State.allCases.flatMap { state in found.filter { $0.finding.state == state } }
        return (Table("Assay \(AssayVersion.current)", Doctor.columns, of: parts), isWell)
    }

    // MARK: The program

    /// Asks the worker about a repository that is not there: it starts, shuts itself in, and says so.
    private func readWorker() throws -> Finding {
        let worker = try Worker(named: "assay-git")
        let path = FileManager.default.temporaryDirectory.path + "/no-repository-of-assay-doctor"
        do {
            _ = try HistoryWorkers(worker, reading: [path]).ask(HistoryRequest(path: path, detail: .tip, observedAt: 0))
            { _ in }
        } catch let fault as WorkerFault where fault.reason == .notARepository {
            // Only a worker can say that.
        }
        return (.good, "\(worker.program) starts and answers", "")
    }

    /// Has the worker make no requests.
    private func fetchWorker() throws -> Finding {
        let worker = try Worker(named: "assay-fetch")
        let order = FetchOrder(targets: [], token: Secret(""), budget: 0, patience: 0, seed: 0)
        _ = try worker.fetch(order) { _ in [] }
        return (.good, "\(worker.program) starts and answers", "")
    }

    private func sandbox() -> Finding {
        #if os(Linux)
            guard Sandbox.hasLandlock else {
                let next =
                    "workers still limit system calls and resources; a kernel with Landlock keeps files from them too"
                return (.warning, "the kernel has no Landlock", next)
            }
            return (.good, "Landlock and seccomp", "")
        #else
            return (.warning, "there is none on this system", "read repositories of people whom you trust")
        #endif
    }

    private func git() throws -> Finding {
        let path = environment["PATH"] ?? ""
        let place = path.split(separator: ":").map { "\($0)/git" }.first(where: FileManager.default.isExecutableFile)
        guard let place else {
            return (.warning, "git not found in PATH", "install git; `assay fetch git` needs it, nothing else does")
        }
        let run = try ProgramRun(place, ["--version"], environment: [])
        let version = run.output.split(whereSeparator: \.isNewline).first.map(String.init) ?? "git"
        return (.good, "\(place), \(version)", "")
    }

    // MARK: The network

    private func certificates() -> Finding {
        let named = environment["SSL_CERT_FILE"] ?? ""
        let places = named.isEmpty ? NetworkRoute.certificatePlaces : [named]
        let file = NetworkRoute.readableCertificates(among: places)
        if !file.isEmpty { return (.good, file, "") }
        let next = named.isEmpty ? "install ca-certificates" : "see to $SSL_CERT_FILE, or name a --ca-file"
        return (.problem, "no certificates to believe are found", next)
    }

    /// Which keys there are; never what they are.
    private func keys() -> Finding {
        let names = FetchRequest.keyNames + ["GITHUB_TOKEN"]
        let there = names.filter { !(environment[$0] ?? "").isEmpty }
        guard there.isEmpty else { return (.good, there.joined(separator: ", "), "") }
        let next = "without them public plans apply; set GITHUB_TOKEN for more than 60 questions an hour"
        return (.warning, "none is set", next)
    }

    private func clock() -> Finding {
        let earliest = Day("2026-01-01") ?? now.day
        return now.day < earliest
            ? (.problem, "it is \(now.day) by this machine", "set the clock; certificates and ages go by it")
            : (.good, "\(now.day)", "")
    }

    // MARK: The settings

    /// Which files of settings are read; a file that does not read says why.
    private func settings() throws -> Finding {
        do {
            try readSettings()
        } catch {
            let fault = OperationError(error).diagnostic
            return (.problem, "\(fault.place): \(fault.message) [\(fault.identifier)]", "correct or remove the file")
        }
        let files = SettingFile.all(by: environment).filter(\.isRead).map(\.path)
        return (.good, files.isEmpty ? "no file of settings" : files.joined(separator: ", "), "")
    }

    // MARK: The store

    private func store() throws -> Finding {
        guard FileManager.default.fileExists(atPath: location.path) else {
            return (.good, "\(location.path) is not there yet; the first load makes it", "")
        }
        let store = try location.open(.read)
        let ledger = try store.ledger()
        guard FileManager.default.isWritableFile(atPath: location.path) else {
            return (.warning, "\(location.path) may only be read", "loads need to write to it")
        }
        let refused = ledger.count(where: \.isRefused)
        let what =
            "\(location.path): \(counted(ledger.count - refused, "input")), \(Store.size(of: location.path)) bytes"
        return (.good, "\(what); `assay store check` reads all of it", "")
    }

    private func disk() throws -> Finding {
        let folder = URL(fileURLWithPath: location.path).deletingLastPathComponent().path
        let system = try FileManager.default.attributesOfFileSystem(forPath: folder)
        let free = (system[.systemFreeSize] as? Int) ?? 0
        let needed = max(1 << 30, 2 * Store.size(of: location.path))
        let what = "\(free >> 20) MiB free in \(folder)"
        return free < needed ? (.warning, what, "free \(needed >> 20) MiB: a load may need as much") : (.good, what, "")
    }

    private func archive() throws -> Finding {
        let folder = location.answers
        guard Archive.exists(in: folder) else {
            return (.good, "\(folder) is not there yet; the first fetch makes it", "")
        }
        let entries = try Archive.entries(in: folder)
        let files = Set(entries.filter(\.isData).map(\.file))
        let lost = files.count { !FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        guard lost == 0 else {
            let next = "bring them back from a backup: `assay store rebuild` reads them"
            return (.problem, "\(lost) of \(files.count) answers are gone from \(folder)", next)
        }
        return (.good, "\(folder): \(files.count) answers with data", "")
    }
}
