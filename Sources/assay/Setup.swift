import CoinOperations
import Foundation

/// How the process is set up before anything else.
enum Setup {
    /// A pipe that nobody reads and a file at its size limit are errors of the write, which knows what they mean.
    static func leaveErrorsToWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Opens /dev/null in place of closed standard streams, or the next file would get their numbers and diagnostics
    /// would go into it; reading from the first and writing to the second fail as they would have.
    static func takeStandardStreams() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// The seconds after which a signal ends the process whatever it does: the next command takes back what is half
    /// written.
    private static let patience: UInt32 = 1

    /// Lets signals end the process with 128 and their number, at once where nothing is being written, else when that
    /// is taken back or finished; a signal that whoever started this process ignores stays ignored.
    static func handleSignals() {
        // What a handler uses is made before it is set.
        prepareToEnd()
        _ = patience
        signal(SIGALRM) { _ in _exit(128 + (endingSignal() ?? SIGALRM)) }
        for number in [SIGHUP, SIGINT, SIGTERM] {
            let before = signal(number) { number in
                if !askToEnd(number) { _exit(128 + number) }
                // The same signal again does not wait.
                signal(number, SIG_DFL)
                alarm(Setup.patience)
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }
}
