import Foundation

/// How the process is set up before anything else.
enum Setup {
    /// A pipe that nobody reads and a file at its size limit are errors of the write, which knows what they mean.
    static func leaveErrorsToWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Takes the numbers of closed standard streams, or the next file would get one, and what is told go into it.
    ///
    /// Reading from the first and writing to the second fail as they would have.
    static func takeStandardStreams() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }
}
