internal import WorkerProtocol

/// Whose turn it is: what waited long enough first, then what was never asked, then what waits the shortest.
struct AttemptQueue {
    /// One question's next turn.
    struct Attempt {
        let number: Int
        var attempt = 0
        /// The attempt that it began with: more than 0 where it is asked instead of what failed.
        var firstAttempt = 0
        var notBefore: Int64 = 0
        /// Why it was not settled so far.
        var silence: FetchFailure?
    }

    private let count: Int
    private var added = 0
    private var fresh = 0
    /// The next last.
    private var waiting: [Attempt] = []

    init(count: Int) {
        self.count = count
    }

    /// Takes the next turn; nil when nothing is left.
    mutating func next(at now: Int64) -> Attempt? {
        if let first = waiting.last, first.notBefore <= now || fresh == count { return waiting.popLast() }
        guard fresh < count else { return nil }
        defer { fresh += 1 }
        return Attempt(number: fresh)
    }

    /// Puts a turn back as it is, or with another reason for which it was not settled.
    mutating func put(back turn: Attempt, because silence: FetchFailure? = nil) {
        var same = turn
        same.silence = silence ?? turn.silence
        insert(same)
    }

    /// Puts a question back for another attempt.
    mutating func put(later turn: Attempt, until time: Int64, because silence: FetchFailure) {
        var later = turn
        later.attempt += 1
        later.notBefore = time
        later.silence = silence
        insert(later)
    }

    /// Adds a question behind all others; it waits as another attempt of what it is asked instead of.
    mutating func add(attempt: Int, notBefore time: Int64, because silence: FetchFailure?) {
        var turn = Attempt(number: count + added, attempt: attempt, firstAttempt: attempt, notBefore: time)
        turn.silence = silence
        insert(turn)
        added += 1
    }

    /// Forgets why questions were not settled so far.
    mutating func forgetSilences() {
        for place in waiting.indices { waiting[place].silence = nil }
    }

    private mutating func insert(_ turn: Attempt) {
        var low = 0
        var high = waiting.count
        while low < high {
            let middle = (low + high) / 2
            let other = waiting[middle]
            if (turn.notBefore, turn.number) < (other.notBefore, other.number) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        waiting.insert(turn, at: low)
    }
}
