package import CoinModel
internal import CoinSources
internal import RawInput
internal import WorkerProtocol

// The names of renamed repositories: GitHub leads from an old one to a number, and says the new one where that is asked for.
extension RepositoryInquiry {
    /// What is asked about a repository that answers from another place: the name that it has there, once.
    mutating func questionAboutName(of question: Question, now moved: String) -> [Question] {
        guard let place = GitHubInquiry.placeOfName(moved), archive?.cached(place)?.moved.isEmpty ?? true,
            places.insert(place).inserted
        else { return [] }
        var next = Question(repository: question.repository, kind: question.kind, target: .init(address: place))
        next.target.attempts = 3
        next.isAboutName = true
        return [next]
    }

    /// Takes the name that a repository has now.
    mutating func takeName(_ answer: FetchAnswer, to question: Question) throws -> Step<Question> {
        let repository = question.repository
        let place = question.target.address
        guard answer.status == 200, let name = GitHubInquiry.name(in: answer.body) else {
            return (.settled, failToName(question))
        }
        if archive?.newest(of: place)?.moved != name.description {
            remark("renamed", repository, "has a new name (\(name))")
        }
        try archive?.keep(
            answer,
            to: place,
            at: access.context.now,
            in: repository.key.split(separator: "/").joined(separator: "__"),
            moved: name.description,
            isData: false
        )
        return (.settled, [])
    }

    /// Says that a repository was renamed to a name which is not known; it is asked for again with the next figures.
    mutating func failToName(_ question: Question) -> [Question] {
        let advice = RepositoryInquiry.advice(on: question.repository, now: question.target.address)
        remark("renamed", question.repository, advice)
        return []
    }

    /// The renames that the newest answers to all questions report by name.
    package var renames: [RepositoryRename] {
        (cached + first).compactMap { question in
            RepositoryName(knownName(question)).flatMap { name in
                name.host == nil ? RepositoryRename(former: question.repository, current: name) : nil
            }
        }
    }

    /// The new name that was answered before, or looked up; empty without one.
    private func knownName(_ question: Question) -> String {
        let place = placeBefore(question)
        return GitHubInquiry.placeOfName(place).flatMap { archive?.newest(of: $0)?.moved } ?? place
    }

    /// The new name, or the place of one, that was answered before; empty without one.
    func placeBefore(_ question: Question) -> String {
        let address = question.target.address
        return archive?.newest(of: address)?.moved ?? namesOfPages[address] ?? ""
    }

    /// What to do about a repository that answers from another place, which may say its new name.
    package static func advice(on repository: RepositoryName, now place: String) -> String {
        guard let name = RepositoryName(place), name.host == nil else {
            return "has moved (\(place)): look up its new name, then `assay identity rename \(repository) NEW/NAME`"
        }
        return "has a new name (\(name)): `assay identity rename \(repository) \(name)` makes both one repository"
    }
}
