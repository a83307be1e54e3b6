internal import CoinModel
internal import WorkerProtocol

/// GitHub's `/releases`: how many releases a repository published on each day, by `published_at` in UTC.
///
/// What counts is what counts among the tags of a clone: a tag that `ReleaseTag.namesRelease`. Drafts and what GitHub marks as
/// pre-release are left out. The first page also has the day on which the list was read, so that a year without a
/// release differs from one without data. Plain tags are not in this list.
struct GitHubReleases: JSONSource {
    let id = "github-releases"
    let kind = LoadKind.commits
    let title = "GitHub /releases; file named owner__name, or --repo (JSON)"
    let shows = [["*/tag_name", "*/published_at", "*/prerelease"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repositoryOfFile()
        let asked = try context.requiredAskedAt()
        let answer = context.head?.answer
        var days: [Day: (line: Int, count: Double)] = [:]
        var (rows, oldest): (Int, Day?) = (0, nil)
        try document.forEachRow("*", ["tag_name", "published_at", "draft", "prerelease"]) { row in
            rows += 1
            try rejecting(row.line, emit) {
                guard let day = try row.instant(1)?.day else { return }
                oldest = min(oldest ?? day, day)
                guard row[2] != .truth(true), row[3] != .truth(true), let tag = try row.text(0),
                    ReleaseTag.namesRelease(tag.utf8)
                else { return }
                days[day] = (row.line, (days[day]?.count ?? 0) + 1)
            }
        }
        var facts = JSONFacts(id, .day, [.releases], context, asked: asked.last)
        let subject = facts.numbering.add(.repository(repository))
        for (day, row) in days.sorted(by: { $0.key < $1.key }) {
            try facts.take(row.line, emit) { JSONFact(subject: subject, time: .day(day), values: [row.count]) }
        }
        try facts.flush(emit)
        if !(answer?.hasPageBefore ?? false) {
            try context.take(rows, .releasesListed, by: id, of: repository, emit)
        }
        if answer?.hasNextPage ?? false, let oldest, oldest > asked.last.day.advanced(by: -364) {
            try emit(.warning("goes back to \(oldest) only; load the pages that follow it too"))
        }
    }
}

/// GitHub's `/tags`: that a repository has tags, which have no dates there; a clone has them.
struct GitHubTags: JSONSource {
    let id = "github-tags"
    let kind = LoadKind.commits
    let title = "GitHub /tags; file named owner__name, or --repo (JSON)"
    let shows = [["*/name", "*/commit/sha", "*/tarball_url"]]

    func read(_ document: borrowing JSONDocument, _ context: ReadContext, emit: ItemSink) throws {
        let repository = try context.repositoryOfFile()
        try context.take(try document.count(of: "*"), .tagsListed, by: id, of: repository, emit)
    }
}

extension ReadContext {
    /// Takes how many rows a list had at the moment at which it was asked for.
    ///
    /// - Throws: `SourceError` `no-time` where that is not known, and what `emit` throws.
    fileprivate func take(
        _ rows: Int,
        _ metric: Metric,
        by source: String,
        of repository: RepositoryName,
        _ emit: ItemSink
    ) throws {
        let asked = try requiredAskedAt().last
        var facts = JSONFacts(source, .snapshot, [metric], self, asked: asked)
        let subject = facts.numbering.add(.repository(repository))
        try facts.take(1, emit) { JSONFact(subject: subject, time: .moment(asked), values: [Double(rows)]) }
        try facts.flush(emit)
    }
}
