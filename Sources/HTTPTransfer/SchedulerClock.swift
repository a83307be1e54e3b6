internal import Platform

/// The clock of a scheduler, so that tests need not wait.
struct SchedulerClock {
    /// Milliseconds since 1970.
    let now: () -> Int64
    /// Waits so many milliseconds.
    let wait: (Int64) -> Void

    /// The time of the day, counted on by a monotonic clock.
    static func system() -> SchedulerClock {
        let (start, today) = (SuspendingClock.now, Int64(time(nil)) * 1000)
        let now = { today + Int64(start.duration(to: .now) / .milliseconds(1)) }
        return SchedulerClock(now: now) { duration in
            let end = now() + duration
            while case let left = end - now(), left > 0 { usleep(useconds_t(min(left, 60_000) * 1000)) }
        }
    }
}
