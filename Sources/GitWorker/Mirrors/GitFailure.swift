internal import WorkerProtocol

/// What git's words on a failure mean.
enum GitFailure {
    /// The reason for which a command failed.
    static func fault(_ run: ProgramRun, _ limits: WorkerLimits) -> WorkerFault {
        let text = run.errors.lowercased()
        let fitting = known.first { run.status == $0.exit || $0.words.contains { text.contains($0) } }
        guard let known = fitting else {
            let end = "exit \(run.status)\(quoted(run.errors))"
            return WorkerFault(.gitFailed, "git failed (\(end)); run the command again")
        }
        let detail =
            switch known.reason {
            case .overBudget: overBudget(limits).detail
            case .memoryLimit: "needs more than \(limits.memory >> 20) MiB of memory; raise --memory"
            case .processorLimit: "took more than \(limits.processorSeconds) s of processor time; raise --deadline-each"
            default: known.meaning + quoted(run.errors)
            }
        return WorkerFault(known.reason, detail)
    }

    /// More came, or would have, than was left of the disk's budget.
    static func overBudget(_ limits: WorkerLimits) -> WorkerFault {
        let room = limits.fileBytes < 1 << 20 ? "\(limits.fileBytes >> 10) KiB" : "\(limits.fileBytes >> 20) MiB"
        return WorkerFault(.overBudget, "takes more than the \(room) left; raise --budget-disk or --budget-each")
    }

    /// Git's own last message, fit to be shown: it may be the origin's.
    private static func quoted(_ errors: String) -> String {
        let marks = ["fatal: ", "error: ", "remote: "]
        let lines = errors.split { $0.isNewline }.filter { line in marks.contains { line.hasPrefix($0) } }
        guard let line = lines.first(where: { $0.hasPrefix("fatal: ") }) ?? lines.last else { return "" }
        let plain = line.unicodeScalars.filter { (" "..."~").contains($0) }.prefix(200)
        return "; git says: " + String(String.UnicodeScalarView(plain))
    }

    private static let cutOff = "is cut off at a depth (a shallow clone); name a whole one"
    private static let noRoom = "has no room on the disk; make room and run the command again"
    private static let foreign = "belongs to another user; fetch as that user, or copy it"
    private static let otherIDs = "its ids are not SHA-1; load GitHub's statistics instead"
    private static let noTunnel = "the proxy refused; check https_proxy"
    private static let damaged =
        "its settings do not read: a line is damaged, or includes a file elsewhere, which is never read"
    private static let gone = "is not there any more, or not public; what was fetched before stays"
    private static let offline = "no whole answer came; see to the network and run the command again"
    private static let slow =
        "the host asks to slow down (429), so it was not refreshed; run the command again later, or raise --deadline-each"
    private static let unproven = "does not prove who it is; see to the address, or name a --ca-file"

    /// Exits of git, or words that it writes, and what they mean; the first that fits holds.
    private static let known: [(exit: Int?, words: [String], reason: WorkerFault.Reason, meaning: String)] = [
        // 25, SIGXFSZ, and 24, SIGXCPU, end git or a program that it started.
        (128 + 25, ["died of signal 25", "file too large"], .overBudget, ""),
        (128 + 24, ["died of signal 24"], .processorLimit, ""),
        (nil, ["shallow roots", "shallow update not allowed"], .shallow, cutOff),
        (nil, ["no space left on device", "disk quota exceeded"], .diskFull, noRoom),
        (nil, ["out of memory", "cannot allocate memory", "unable to create thread"], .memoryLimit, ""),
        (nil, ["dubious ownership"], .foreignOwner, foreign),
        (nil, ["mismatched algorithms"], .objectFormat, otherIDs),
        (nil, ["from proxy after connect"], .proxy, noTunnel),
        (nil, ["could not resolve proxy"], .proxy, "the proxy is not found; see to https_proxy"),
        (nil, ["connect tunnel failed", "proxy connect aborted"], .proxy, noTunnel),
        (nil, ["bad config line"], .damagedReference, damaged),
        // Hosts ask for a password where there is nothing to be seen by everyone.
        (nil, ["could not read username", "could not read password"], .notFound, gone),
        (nil, ["repository not found", "returned error: 404", "returned error: 410"], .notFound, gone),
        (nil, ["' does not exist", "does not appear to be a git repository"], .notFound, gone),
        (nil, ["' not found", "no such file or directory"], .notFound, gone),
        (nil, ["returned error: 429"], .throttled, slow),
        (nil, ["returned error: 5"], .failing, "fails; run the command again later"),
        (nil, ["returned error: 4", "authentication failed", "remote error: "], .refused, "may not be read"),
        (nil, ["' not allowed", "not supported or disabled in libcurl"], .redirect, "leads to another protocol"),
        (nil, ["unsupported protocol"], .redirect, "leads to another protocol"),
        // Before it has proved who it is, as well as later.
        (nil, ["non-properly terminated", "unexpected length was received", "error in the p"], .network, offline),
        (nil, ["ssl_error_syscall", "unexpected eof", "connection reset"], .network, offline),
        (nil, ["ssl certificate", "certificate verification"], .certificate, unproven),
        (nil, ["gnutls_handshake() ", "ssl connect"], .certificate, unproven),
        (nil, ["could not resolve", "couldn't connect", "failed to connect", "timed out"], .network, offline),
        (nil, ["too slow", "early eof", "rpc failed", "hung up", "empty reply"], .network, offline),
        (nil, ["unable to access", "bad pack header", "unexpected disconnect"], .network, offline),
        (nil, ["index-pack failed", "pack is corrupted", "invalid index-pack output"], .network, offline),
    ]
}
