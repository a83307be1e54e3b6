internal import CoinModel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

// Lists that come in pages, the newest row first: one page of a repository after the other is asked for, until one is the last or
// goes back beyond the weeks that are asked about. Of stars the pages that came are loaded, whatever happens to the next one; of
// releases all or none, for a year without some of its pages would seem to have few.
extension RepositoryInquiry {
    /// The first page of a list that is not cached; nil where all that is wanted are.
    mutating func missingPage(_ question: Question) -> Question? {
        guard let entry = archive?.cached(question.target.address), hasNewestWeek(entry) else { return question }
        let state = RepositoryInquiry.state(of: entry)
        let isList = entry.status == 200 && [.data, .noContent].contains(state)
        let page = isList ? page(of: entry) : nil
        // What cannot be read is asked for again.
        guard page != nil || !isList else { return question }
        outcome.cached += 1
        return take(page, state, to: question).flatMap { missingPage($0) }
    }

    private func page(of entry: ArchiveEntry) -> GitHubPage? {
        do {
            guard let (body, _, link) = try archive?.body(of: entry) else { return nil }
            return GitHubPage(body, link: link)
        } catch {
            return nil
        }
    }

    /// Archives a page, and asks for the one that follows.
    mutating func takePage(_ answer: FetchAnswer, _ reply: GitHubInquiry.Reply, to question: Question) throws
        -> Step<Question>
    {
        let isFirst = question.page == 1 && !question.isAboutTags
        try keep(answer, reply, of: question, isFirst: isFirst)
        let isList = answer.status == 200 && [.data, .noContent].contains(reply.state)
        let page = isList ? GitHubPage(answer.body, link: answer.header("link") ?? "") : nil
        let next = take(page, reply.state, to: question).flatMap { missingPage($0) }
        let names = reply.state == .gone ? [] : questionAboutName(of: question, now: answer.moved)
        return (.settled, [next].compactMap(\.self) + names)
    }

    /// Takes what a page says, and returns the question that follows, cached or not; nil for none.
    private mutating func take(_ page: GitHubPage?, _ state: GitHubInquiry.State, to question: Question) -> Question? {
        let isFirst = question.page == 1 && !question.isAboutTags
        guard let page, !page.isEmpty || !isFirst || question.kind == .releases else {
            failPage(state.rawValue, question)
            return nil
        }
        guard !page.isEmpty else {
            guard isFirst else {
                finish(question)
                return nil
            }
            var tags = question
            tags.isAboutTags = true
            tags.target.address = GitHubInquiry.addressOfTags(question.repository, api: access.api)
            return tags
        }
        pagesOfLists[list(of: question), default: []].append(question.target.address)
        let isLast = query.weeks.last.map { page.isLast(of: question.kind, from: $0) } ?? true
        guard !isLast, !question.isAboutTags else {
            finish(question)
            return nil
        }
        guard question.page < GitHubInquiry.lastPage else {
            failPage(FetchFailure.tooLarge.rawValue, question)
            return nil
        }
        var next = question
        next.page += 1
        next.target.address = question.kind.address(question.repository, api: access.api, query, page: next.page)
        return next
    }

    /// Notes why a page of a list did not come.
    mutating func failPage(_ reason: String, _ question: Question) {
        let name = question.repository.description
        guard question.kind == .stars, let pages = pagesOfLists[list(of: question)] else {
            return outcome.note(reason, name)
        }
        loadedPages += pages
        outcome.note(reason, missing: "from page \(question.page) on", of: name)
    }

    /// Notes that a list came.
    private mutating func finish(_ question: Question) {
        loadedPages += pagesOfLists[list(of: question)] ?? []
        note(.data, question)
    }

    private func list(of question: Question) -> String {
        question.kind.address(question.repository, api: access.api, query)
    }
}
