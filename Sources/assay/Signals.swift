import CoinOperations
import Foundation

/// What signals that ask to end do: the process ends with 128 and their number, at once where nothing is being written,
/// else when that is taken back or finished.
enum Signals {
    private static let asking = [SIGHUP, SIGINT, SIGTERM]

    /// The seconds after which it ends whatever it does: what is half written is taken back by the next command.
    private static let patience: UInt32 = 1

    /// Sets the handlers; a signal that whoever started this process ignores stays ignored.
    static func handle() {
        // What a handler uses is made before it is set.
        prepareToEnd()
        _ = patience
        signal(SIGALRM) { _ in _exit(128 + (endingSignal() ?? SIGALRM)) }
        for number in asking {
            let before = signal(number) { number in
                if !askToEnd(number) { _exit(128 + number) }
                // The same signal again does not wait.
                signal(number, SIG_DFL)
                alarm(Signals.patience)
            }
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }

    /// Ends the process as a signal does.
    static func end(_ number: Int32) -> Never { exit(128 + number) }
}
