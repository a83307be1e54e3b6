public import CoinModel

/// That a coin became another one, by the members of a crosswalk that stand for them.
public struct MemberMigration: Hashable, Sendable {
    /// The coin that was.
    public let former: Int
    /// The coin that it became.
    public let current: Int
    /// How and when.
    public let terms: MigrationTerms
    /// What a person decided.
    public let decision: CoinDecision
}

/// What keeps a migration from going together with another one.
public enum MigrationConflict: Hashable, Sendable {
    /// Both ends are one coin.
    case sameCoin
    /// The coin became another one by this decision.
    case secondSuccessor(CoinDecision)
    /// Another coin became the new one by this decision: before the earlier of the two days both would be what it was.
    case secondPredecessor(CoinDecision)
    /// The new coin became the old one, by way of these decisions.
    case circle([CoinDecision])
    /// In a chain this decision's day lies on the wrong side.
    case order(CoinDecision)
}

extension Crosswalk {
    /// The migrations that go together: each coin became at most one other and continues at most one, in chains whose days
    /// ascend.
    ///
    /// Of those that do not, the one decided last holds.
    public var migrations: [MemberMigration] { together(decidedMigrations) }

    /// What keeps a migration that was decided from going together with all others; nil where nothing does.
    public func conflict(of decision: CoinDecision) -> MigrationConflict? {
        migration(decision).flatMap { conflict(of: $0, with: together(decidedMigrations.filter { $0 != decision })) }
    }

    private func together(_ decisions: [CoinDecision]) -> [MemberMigration] {
        decisions.reversed().reduce(into: []) { found, decision in
            guard let migration = migration(decision), conflict(of: migration, with: found) == nil else { return }
            found.append(migration)
        }
    }

    private func migration(_ decision: CoinDecision) -> MemberMigration? {
        guard let terms = decision.relation.migration, let former = index(of: decision.coin),
            let current = index(of: decision.target)
        else { return nil }
        return MemberMigration(former: coin(of: former), current: coin(of: current), terms: terms, decision: decision)
    }

    private func conflict(of migration: MemberMigration, with others: [MemberMigration]) -> MigrationConflict? {
        let (former, current) = (migration.former, migration.current)
        // An exchange of a coin's own units, decided as such, goes together with all others.
        guard former != current else {
            return migration.decision.coin == migration.decision.target ? nil : .sameCoin
        }
        let others = others.filter { $0.former != $0.current }
        if let other = others.first(where: { $0.former == former }) { return .secondSuccessor(other.decision) }
        if let other = others.first(where: { $0.current == current }) { return .secondPredecessor(other.decision) }
        var (path, end) = ([CoinDecision](), current)
        while let next = others.first(where: { $0.former == end }), path.count < others.count {
            path.append(next.decision)
            end = next.current
            if end == former { return .circle(path) }
        }
        let day = migration.terms.day
        let before = others.first { $0.current == former && $0.terms.day >= day }
        let after = others.first { $0.former == current && $0.terms.day <= day }
        return (before ?? after).map { .order($0.decision) }
    }
}
