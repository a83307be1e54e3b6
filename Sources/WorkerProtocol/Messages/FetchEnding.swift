#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension WorkerProcess.Ending {
    /// What this end means for a fetch.
    func fetchFault(_ limits: WorkerLimits) -> WorkerFault {
        let step = "what was answered is kept: run the command again"
        return switch self {
        case .signal(SIGXCPU):
            WorkerFault(
                .processorLimit,
                "assay-fetch took more than \(limits.processorSeconds) s of processor time; \(step)"
            )
        case .killed:
            WorkerFault(.deadline, "assay-fetch said nothing for \(limits.wallSeconds) s and was ended; \(step)")
        case .signal(let signal): WorkerFault(.crashed, "assay-fetch was ended by signal \(signal); \(step)")
        case .code: WorkerFault(.crashed, "assay-fetch ended before it was done; \(step)")
        }
    }
}
