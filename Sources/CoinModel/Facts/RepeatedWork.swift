extension CommitColumns {
    /// Marks the commits that repeat work that landed before, as cherry-picks, rebases and backports do; of commits that landed
    /// at one time the one with the smallest id comes first.
    ///
    /// This is the only place where commits of one repository are found to be one piece of work. Linear in the commits.
    ///
    /// - Parameter earlier: commits of the repository that landed before all of these.
    public mutating func markTwins(after earlier: CommitColumns = CommitColumns()) {
        let known = Set(earlier.works)
        var first: [UInt64: Int] = [:]
        for (place, work) in works.enumerated() {
            marks[place].remove(.twin)
            guard work != 0 else { continue }
            guard !known.contains(work) else {
                marks[place].insert(.twin)
                continue
            }
            guard let other = first.updateValue(place, forKey: work) else { continue }
            let isLater = (landed[other], ids[other]) < (landed[place], ids[place])
            marks[isLater ? place : other].insert(.twin)
            if isLater { first[work] = other }
        }
    }
}
