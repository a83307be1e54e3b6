internal import WorkerProtocol

/// What git's words on a failure mean.
enum GitFailure {
    /// The reason for which a command failed.
    static func fault(_ run: ProgramRun, _ limits: WorkerLimits) -> WorkerFault {
        let text = run.errors.lowercased()
        guard let known = known.first(where: { run.status == $0.status || text.contains($0.words) }) else {
            return WorkerFault(.gitFailed, "git failed (exit \(run.status)\(said(run.errors))); run the command again")
        }
        let detail =
            switch known.reason {
            case .overBudget: overBudget(limits).detail
            case .memoryLimit: "needs more than \(limits.memory >> 20) MiB of memory; raise --memory"
            case .processorLimit: "took more than \(limits.processorSeconds) s of processor time; raise --deadline-each"
            default: known.meaning + said(run.errors)
            }
        return WorkerFault(known.reason, detail)
    }

    /// More came, or would have, than was left of the disk's budget.
    static func overBudget(_ limits: WorkerLimits) -> WorkerFault {
        let room = limits.fileBytes < 1 << 20 ? "\(limits.fileBytes >> 10) KiB" : "\(limits.fileBytes >> 20) MiB"
        return WorkerFault(.overBudget, "takes more than the \(room) left; raise --budget-disk or --budget-each")
    }

    /// Git's own last word, fit to be shown: it may be the origin's.
    private static func said(_ errors: String) -> String {
        let marks = ["fatal: ", "error: ", "remote: "]
        let lines = errors.split { $0.isNewline }.filter { line in marks.contains { line.hasPrefix($0) } }
        guard let line = lines.first(where: { $0.hasPrefix("fatal: ") }) ?? lines.last else { return "" }
        let plain = line.unicodeScalars.filter { (" "..."~").contains($0) }.prefix(200)
        return "; git says: " + String(String.UnicodeScalarView(plain))
    }

    private struct Known {
        var words: String
        var reason: WorkerFault.Reason
        var meaning: String
        /// The exit of git itself that means the same.
        var status = -1

        init(_ words: String, _ reason: WorkerFault.Reason, _ meaning: String = "", status: Int = -1) {
            self.words = words
            self.reason = reason
            self.meaning = meaning
            self.status = status
        }
    }

    private static let gone = "is not there any more, or not public; what was fetched before stays"
    private static let offline = "no whole answer came; see to the network and run the command again"
    private static let unproven = "does not prove who it is; see to the address, or name a --ca-file"

    /// The first that fits holds.
    private static let known: [Known] = [
        // 25, SIGXFSZ, and 24, SIGXCPU, end git or a program that it started.
        Known("died of signal 25", .overBudget, status: 128 + 25),
        Known("file too large", .overBudget),
        Known("died of signal 24", .processorLimit, status: 128 + 24),
        Known("shallow roots", .shallow, "is cut off at a depth (a shallow clone); name a whole one"),
        Known("shallow update not allowed", .shallow, "is cut off at a depth (a shallow clone); name a whole one"),
        Known("no space left on device", .diskFull, "has no room on the disk; make room and run the command again"),
        Known("disk quota exceeded", .diskFull, "has no room on the disk; make room and run the command again"),
        Known("out of memory", .memoryLimit), Known("cannot allocate memory", .memoryLimit),
        Known("unable to create thread", .memoryLimit),
        Known("dubious ownership", .foreignOwner, "belongs to another user; fetch as that user, or copy it"),
        Known("mismatched algorithms", .objectFormat, "its ids are not SHA-1; load GitHub's statistics instead"),
        Known("from proxy after connect", .proxy, "the proxy lets nobody through; see to https_proxy"),
        Known("could not resolve proxy", .proxy, "the proxy is not found; see to https_proxy"),
        Known("connect tunnel failed", .proxy, "the proxy lets nobody through; see to https_proxy"),
        Known("proxy connect aborted", .proxy, "the proxy lets nobody through; see to https_proxy"),
        Known(
            "bad config line",
            .damagedReference,
            "its settings do not read: a line is damaged, or includes a file elsewhere, which is never read"
        ),
        // Hosts ask for a password where there is nothing to be seen by everyone.
        Known("could not read username", .notFound, gone), Known("could not read password", .notFound, gone),
        Known("repository not found", .notFound, gone), Known("returned error: 404", .notFound, gone),
        Known("returned error: 410", .notFound, gone), Known("' does not exist", .notFound, gone),
        Known("does not appear to be a git repository", .notFound, gone),
        Known("' not found", .notFound, gone), Known("no such file or directory", .notFound, gone),
        Known("returned error: 429", .failing, "asks for patience; run the command again later"),
        Known("returned error: 5", .failing, "fails; run the command again later"),
        Known("returned error: 4", .refused, "may not be read"),
        Known("authentication failed", .refused, "may not be read"),
        Known("remote error: ", .refused, "may not be read"),
        Known("' not allowed", .redirect, "leads to another protocol"),
        Known("not supported or disabled in libcurl", .redirect, "leads to another protocol"),
        Known("unsupported protocol", .redirect, "leads to another protocol"),
        Known("ssl certificate", .certificate, unproven), Known("certificate verification", .certificate, unproven),
        Known("gnutls_handshake() ", .certificate, unproven), Known("ssl connect", .certificate, unproven),
        Known("could not resolve", .network, offline), Known("couldn't connect", .network, offline),
        Known("failed to connect", .network, offline), Known("timed out", .network, offline),
        Known("too slow", .network, offline),
        Known("early eof", .network, offline), Known("rpc failed", .network, offline),
        Known("hung up", .network, offline), Known("empty reply", .network, offline),
        Known("unable to access", .network, offline), Known("bad pack header", .network, offline),
        Known("unexpected disconnect", .network, offline), Known("index-pack failed", .network, offline),
        Known("pack is corrupted", .network, offline), Known("invalid index-pack output", .network, offline),
    ]
}
