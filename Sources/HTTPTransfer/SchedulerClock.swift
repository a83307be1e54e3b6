internal import Platform

/// The clock of a scheduler, so that tests need not wait.
struct SchedulerClock {
    /// Milliseconds since 1970.
    let now: () -> Int64
    /// Waits so many milliseconds.
    let wait: (Int64) -> Void

    /// The time of the day, counted on by the monotonic clock: somebody may set the other meanwhile.
    static func system() -> SchedulerClock {
        let ahead = milliseconds(of: CLOCK_REALTIME) - milliseconds(of: CLOCK_MONOTONIC)
        return SchedulerClock(
            now: { milliseconds(of: CLOCK_MONOTONIC) + ahead },
            wait: { duration in
                let end = milliseconds(of: CLOCK_MONOTONIC) + duration
                while case let left = end - milliseconds(of: CLOCK_MONOTONIC), left > 0 {
                    usleep(useconds_t(min(left, 60_000) * 1000))
                }
            }
        )
    }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
