internal import CoinModel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

/// Asks GitHub which repositories owners have, page by page, and archives the answers; one that is held is not asked for
/// again.
struct OwnerListing {
    /// The repositories that were listed, in the order in which the answers came.
    private(set) var repositories: [RepositoryName] = []
    /// How many requests were made.
    private(set) var requests = 0

    private let request: FetchRequest
    private var pages: [Page] = []

    /// A page of an owner's repositories.
    private struct Page {
        let owner: String
        var number = 1
        /// Whether the owner is asked about as an organisation; a person is none.
        var isOrganisation = true

        func address(api: String) -> String {
            GitHubListing.address(of: owner, page: number, isOrganisation: isOrganisation, api: api)
        }

        /// The page behind one that is full; nil for the last.
        func next(_ listing: GitHubListing) -> Page? {
            listing.count < GitHubListing.pageSize
                ? nil : Page(owner: owner, number: number + 1, isOrganisation: isOrganisation)
        }
    }

    init(_ request: FetchRequest) { self.request = request }

    /// The addresses of the first pages that would be asked for, given the newest answer of an address; what is held is
    /// taken.
    mutating func addresses(_ owners: [RepositoryOwner], _ held: (String) -> String?) -> [String] {
        pages = owners.compactMap(\.nameOnGitHub).compactMap { open(Page(owner: $0), held) }
        return pages.map { $0.address(api: request.api) }
    }

    /// The addresses of the first pages that an archive does not hold.
    mutating func addresses(_ owners: [RepositoryOwner], in archive: borrowing Archive) -> [String] {
        let oldest = request.oldestHeld
        var files: [String: String] = [:]
        for entry in archive.newest(below: request.api) where entry.time > oldest && entry.status == 200 {
            files[entry.address] = archive.path(of: entry)
        }
        return addresses(owners) { files[$0] }
    }

    /// The first page from one on that is not held; nil where all are.
    private mutating func open(_ first: Page, _ held: (String) -> String?) -> Page? {
        var page = first
        while let file = held(page.address(api: request.api)), let listing = GitHubListing.held(in: file) {
            take(listing)
            guard let next = page.next(listing) else { return nil }
            page = next
        }
        return page
    }

    /// Asks for what is not held.
    ///
    /// - Throws: `OperationError` when nothing can be asked or archived.
    mutating func ask(_ owners: [RepositoryOwner], _ archive: inout Archive, _ report: inout FetchReport) throws {
        guard !addresses(owners, in: archive).isEmpty else { return }
        let order = request.order(
            pages.map { FetchOrder.Target(address: $0.address(api: request.api)) },
            token: request.credential.secret,
            headers: GitHubQuestion.headers
        )
        requests = try Worker(named: "assay-fetch").fetch(order) { message in
            guard let next = try take(message, &archive, &report) else { return [] }
            pages.append(next)
            return [FetchOrder.Target(address: next.address(api: request.api))]
        }
    }

    /// Takes an answer, and returns the page to ask for next.
    private mutating func take(
        _ message: FetchMessage,
        _ archive: inout Archive,
        _ report: inout FetchReport
    ) throws -> Page? {
        switch message {
        case .failure(let number, let silence):
            report.note(silence, "\(pages[number].owner)/*")
        case .answer(let answer):
            let page = pages[answer.number]
            let listing = answer.status == 200 ? GitHubListing(answer.body) : nil
            let entry = ArchiveEntry(
                time: request.now.description,
                address: page.address(api: request.api),
                status: answer.status,
                tag: "",
                moved: ""
            )
            try archive.keep(
                answer.message(status: answer.status),
                as: entry,
                in: page.owner.lowercased(),
                isData: false
            )
            if let listing {
                take(listing)
                return page.next(listing)
            }
            if answer.status == 404, page.isOrganisation, page.number == 1 {
                return Page(owner: page.owner, isOrganisation: false)
            }
            let state = GitHubQuestion.state(status: answer.status, body: answer.body)
            report.note(state == .data ? .unknown : state, "\(page.owner)/*")
        default: break
        }
        return nil
    }

    private mutating func take(_ listing: GitHubListing) {
        repositories += listing.repositories + (request.takesForks ? listing.forks : [])
    }
}

extension GitHubListing {
    /// The listing in an archived answer; nil where it cannot be read, so that it is asked for again.
    fileprivate static func held(in file: String) -> GitHubListing? {
        do throws(InputError) {
            return try GitHubListing(file: file)
        } catch {
            return nil
        }
    }
}
