internal import CoinFetching
internal import CoinModel
internal import CoinStore
internal import Foundation
internal import WorkerProtocol

/// Clones repositories as mirrors, or brings the mirrors up to date, several at once.
///
/// One that fails stops no other, and its mirror stays what it was. Nothing that was begun counts as a mirror before it
/// is whole, so a run that was ended is finished by another. With `isLoaded` those that were fetched are loaded; of one
/// that was not, it is unknown whether later weeks have commits.
///
/// - Parameters:
///   - request: what to mirror.
///   - location: the store, which names the repositories where the request does not, and takes their commits.
///   - report: takes diagnostics as they arise.
///   - progress: takes the number of repositories done and of all.
/// - Returns: what came of it.
/// - Throws: `OperationError` when nothing can be fetched.
public func fetchMirrors(
    _ request: MirrorsRequest,
    from location: StoreLocation,
    report: @escaping DiagnosticSink,
    progress: (Int, Int) -> Void = { _, _ in }
) throws -> MirrorsReport {
    let origins = try request.origins(location)
    let program = try request.program()
    let folder = try MirrorFolder(request.folder)
    let workers = try MirrorWorkers(request, program, folder)
    var result = MirrorsReport(folder: request.folder, isLoaded: request.isLoaded)
    let threads = TaskThreads<(Int, MirrorWorkers.Outcome)>(origins.count, atOnce: request.jobs) { threads in
        while let index = threads.begun() { threads.report([(index, workers.outcome(of: origins[index]))], of: index) }
    }
    for done in 1..<origins.count + 1 {
        for (index, outcome) in threads.next() {
            result.note(outcome, origins[index]).forEach(report)
            progress(done, origins.count)
        }
    }
    if request.isLoaded, !result.mirrors.isEmpty {
        var fetched = LoadRequest(kind: .commits, paths: result.mirrors.sorted(), now: request.now)
        fetched.hints.observedAt = .instant(request.now)
        fetched.acceptsUnrelated = request.acceptsUnrelated
        result.load = try load(fetched, into: location, report: report)
        try location.open(.existing).take(result.renames, at: request.now, report)
    }
    withExtendedLifetime(folder) {}
    return result
}

/// What a fetch of mirrors would do: `clone ADDRESS` or `update ADDRESS`, a line each.
///
/// - Throws: `OperationError` when nothing can be fetched.
public func mirrorsToFetch(_ request: MirrorsRequest, from location: StoreLocation) throws -> [String] {
    try request.origins(location).map { origin in
        (MirrorFolder.hasMirror(of: origin, in: request.folder) ? "update " : "clone ") + origin.address
    }
}

/// Brings mirrors up to date, through a worker each, within the budget of the disk.
final class MirrorWorkers: Sendable {
    typealias Outcome = Result<MirrorReport, WorkerFault>

    private let request: MirrorsRequest
    private let program: String
    private let worker: Worker
    private let folder: MirrorFolder
    /// The bytes that mirrors take, and those that are set aside for the ones under way.
    private let state: SharedState<(taken: Int, setAside: Int)>
    /// Until when each host asked to be left alone.
    private let pauses = SharedState<[String: ContinuousClock.Instant]>([:])

    /// With less left of the budget nothing is begun.
    private static let least = 64 << 10
    /// How many seconds a host that asks to slow down is left alone at first, twice as many each further time, and at most.
    private static let (firstPause, mostPause) = (5, 320)

    init(_ request: MirrorsRequest, _ program: String, _ folder: MirrorFolder) throws {
        (self.request, self.program, self.folder) = (request, program, folder)
        worker = try Worker(named: "assay-git")
        state = SharedState((MirrorFolder.size(of: folder.path), 0))
    }

    /// What results of one mirror.
    func outcome(of origin: MirrorOrigin) -> Outcome {
        let before = MirrorFolder.size(of: folder.place(of: origin))
        let share = setAside(request.budgetEach - before)
        let outcome = isOver ? .failure(timeIsUp) : share == 0 ? .failure(overBudget) : outcome(of: origin, share)
        let grown = MirrorFolder.size(of: folder.place(of: origin)) - before
        state.waiting { state in
            state.setAside -= share
            state.taken += grown
            return
        }
        return outcome
    }

    /// Removes a mirror that is not needed any more.
    func drop(_ origin: MirrorOrigin) {
        let place = folder.place(of: origin)
        let size = MirrorFolder.size(of: place)
        do {
            try folder.discard(place)
            state.waiting { state in
                state.taken -= size
                return
            }
        } catch {
            // It goes on to count.
        }
    }

    /// The same within a share of the disk: a host that asks to slow down is asked again, as long as there is time for that.
    private func outcome(of origin: MirrorOrigin, _ share: Int) -> Outcome {
        let end =
            ContinuousClock.now + .seconds(min(request.deadlineEach, (request.end?.millisecondsLeft ?? .max) / 1000))
        var pause = MirrorWorkers.firstPause
        while true {
            let outcome = update(origin, share)
            guard case .failure(let fault) = outcome, fault.reason == .throttled else { return outcome }
            // Who is slowed down again after a pause has the whole host wait longer.
            let until = pauses.waiting { pauses in
                let until = max(pauses[origin.host] ?? .now, .now + .seconds(pause))
                pauses[origin.host] = until
                return until
            }
            guard until < end else { return outcome }
            pause = min(2 * pause, MirrorWorkers.mostPause)
            Thread.sleep(forTimeInterval: Double(until.millisecondsLeft) / 1000)
        }
    }

    /// Sets as much as possible of the budget aside, at most `room`; 0 when nothing is left of either.
    private func setAside(_ room: Int) -> Int {
        state.waiting { state in
            let left = request.budget - state.taken - state.setAside
            guard room >= MirrorWorkers.least else { return 0 }
            // What others set aside and do not need is there when they are done.
            guard left >= MirrorWorkers.least else { return state.setAside > 0 ? nil : 0 }
            state.setAside += min(room, left)
            return min(room, left)
        }
    }

    private func update(_ origin: MirrorOrigin, _ share: Int) -> Outcome {
        let pause = pauses.waiting { $0[origin.host]?.millisecondsLeft ?? 0 }
        if pause > 0, pause < request.end?.millisecondsLeft ?? .max {
            Thread.sleep(forTimeInterval: Double(pause) / 1000)
        }
        do {
            let work = try folder.begin(origin)
            do {
                return .success(try update(work, origin, share))
            } catch {
                if work != folder.place(of: origin) { try folder.discard(work) }
                throw error
            }
        } catch let fault as WorkerFault {
            return .failure(fault.reason == .deadline && isOver ? timeIsUp : fault)
        } catch {
            return .failure(WorkerFault(.unreadable, OperationError(error).diagnostic.message))
        }
    }

    private func update(_ work: String, _ origin: MirrorOrigin, _ share: Int) throws -> MirrorReport {
        var limits = WorkerLimits()
        let left = request.end.map { ($0.millisecondsLeft + 999) / 1000 } ?? .max
        limits.wallSeconds = min(request.deadlineEach, left)
        limits.processorSeconds = 2 * request.deadlineEach
        limits.memory = request.memory
        limits.fileBytes = share
        var mirror = MirrorRequest(program: program, path: work, source: origin.source, limits: limits)
        mirror.route = request.route.route
        let result = try worker.mirror(mirror)
        guard work != folder.place(of: origin) else { return result }
        if result.state == .empty { try folder.discard(work) } else { try folder.publish(work, origin) }
        return result
    }

    /// Whether the time for all is up.
    private var isOver: Bool { request.end?.millisecondsLeft == 0 }

    private var timeIsUp: WorkerFault {
        WorkerFault(.deadline, "was not fetched before the time was up; run the command again, or raise --deadline")
    }

    private var overBudget: WorkerFault {
        let limits = "\(request.budgetEach >> 20) MiB for it or \(request.budget >> 20) MiB for all"
        return WorkerFault(.overBudget, "takes more than is left of \(limits); raise --budget-each or --budget-disk")
    }
}
