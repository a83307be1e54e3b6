public import CoinModel

/// A page of what GitHub's API answers to the question which repositories an owner has.
public struct GitHubListing: Sendable {
    /// The repositories that are not forks of others.
    public private(set) var repositories: [RepositoryName] = []
    /// The forks.
    public private(set) var forks: [RepositoryName] = []
    /// How many the page has.
    public private(set) var count = 0

    /// How many repositories a page has that another one follows.
    public static let pageSize = 100

    /// Where a page of an owner is, below an API: those of an organisation, or those of a person.
    public static func address(of owner: String, page: Int, isOrganisation: Bool, api: String) -> String {
        "\(api)/\(isOrganisation ? "orgs" : "users")/\(owner)/repos?per_page=\(pageSize)&page=\(page)"
    }

    /// Reads the body of an answer; nil for what is not an array of repositories.
    public init?(_ body: [UInt8]) {
        do {
            let document = try JSONDocument(body)
            guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { return nil }
            try document.forEachRow("*", ["full_name", "fork"]) { row in
                count += 1
                guard case .text(let text) = row[0], let name = RepositoryName(text) else { return }
                if case .truth(true) = row[1] { forks.append(name) } else { repositories.append(name) }
            }
        } catch {
            return nil
        }
    }
}
