package import CoinModel
internal import CoinSources
internal import RawInput
package import WorkerProtocol

/// Which repositories some owners have, which GitHub lists page by page.
package struct OwnerInquiry: Inquiry {
    /// A page of an owner's repositories.
    package struct Page: Sendable {
        let owner: String
        var number = 1
        /// Whether the owner is asked about as an organisation; a person is none.
        var isOrganisation = true
    }

    /// Nothing is noted in it but what has no answer.
    package var outcome = FetchOutcome("github")
    /// The repositories that were listed, in the order in which the answers came.
    package private(set) var repositories: [RepositoryName] = []
    package private(set) var first: [Page] = []

    private let access: GitHubAccess
    private let takesForks: Bool
    private var pages: [String: ListPages] = [:]

    package init(_ owners: [RepositoryOwner], takesForks: Bool, _ access: GitHubAccess) {
        self.access = access
        self.takesForks = takesForks
        for owner in owners.compactMap(\.nameOnGitHub) { first += lacking([Page(owner: owner)]) }
    }

    package var context: FetchContext { access.context }

    package var order: FetchOrder { access.order(after: outcome.cost.requests) }

    package func target(of page: Page) -> FetchOrder.Target { FetchOrder.Target(address: address(of: page)) }

    private func address(of page: Page) -> String {
        GitHubListing.address(of: page.owner, page: page.number, isOrganisation: page.isOrganisation, api: access.api)
    }

    /// The pages that are to be asked for of some: those that are held are taken, and the ones behind them looked for.
    private mutating func lacking(_ pages: [Page]) -> [Page] {
        pages.flatMap { page -> [Page] in
            guard let listing = cached(page) else { return [page] }
            return lacking(take(listing, page))
        }
    }

    private func cached(_ page: Page) -> GitHubListing? {
        do {
            guard let archive = access.context.archive, let entry = archive.cached(address(of: page)),
                entry.status == 200
            else { return nil }
            return GitHubListing(try archive.body(of: entry).body)
        } catch {
            // What cannot be read is asked for again.
            return nil
        }
    }

    /// Takes a listing; the pages behind it, whether they are held or not.
    private mutating func take(_ listing: GitHubListing, _ page: Page) -> [Page] {
        repositories += listing.repositories + (takesForks ? listing.forks : [])
        var list = pages[page.owner] ?? ListPages(size: GitHubListing.pageSize, endsShort: true)
        _ = list.take(page.number, ((listing.repositories + listing.forks).map(\.description), listing.count, nil))
        let next = list.next()
        pages[page.owner] = list
        return next.map { Page(owner: page.owner, number: $0, isOrganisation: page.isOrganisation) }
    }

    package mutating func take(_ answer: FetchAnswer, to page: Page) throws -> Step<Page> {
        let folder = page.owner.lowercased()
        try access.context.archive?.keep(
            answer,
            to: address(of: page),
            at: access.context.now,
            in: folder,
            isData: false
        )
        if answer.status == 200, let listing = GitHubListing(answer.body) { return (.settled, take(listing, page)) }
        if answer.status == 404, page.isOrganisation, page.number == 1 {
            return (.settled, [Page(owner: page.owner, isOrganisation: false)])
        }
        let state = GitHubInquiry.state(status: answer.status, body: answer.body)
        outcome.note((state == .data ? .unknown : state).rawValue, "\(page.owner)/*")
        return (.settled, [])
    }

    package mutating func fail(_ page: Page, because failure: FetchFailure) -> [Page] {
        outcome.note(failure.rawValue, "\(page.owner)/*")
        return []
    }
}

/// How GitHub's API is reached, and what it knows us by.
package struct GitHubAccess {
    let api: String
    let context: FetchContext
    private let token: Secret

    package init(api: String, token: Secret, _ context: FetchContext) {
        (self.api, self.token, self.context) = (api, token, context)
    }

    func order(after requests: Int) -> FetchOrder {
        context.order(token: token, headers: GitHubInquiry.headers, after: requests)
    }
}
