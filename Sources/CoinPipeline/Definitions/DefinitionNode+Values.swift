internal import CoinModel
internal import CoinOperations

extension DefinitionNode {
    /// One of the words that a type has.
    func choice<Choice>(_ kind: String) throws -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        let name = try choice(kind, of: Choice.allCases.map(\.rawValue))
        guard let choice = Choice(rawValue: name) else { throw error("`\(name)` is no \(kind)") }
        return choice
    }

    /// One of some words.
    func choice(_ kind: String, of words: [String]) throws -> String {
        let name = try text()
        guard words.contains(name) else {
            throw error("`\(name)` is no \(kind); there are: \(words.joined(separator: ", "))")
        }
        return name
    }

    /// Refuses what a ranking cannot show, such as an unknown column, before anything is loaded or asked for.
    ///
    /// - Throws: `OperationError` naming line and column; `hint` stands behind the reason.
    func check(_ asked: RankRequest, hint: String = "") throws {
        do {
            _ = try RankingUse.showing([asked], storing: false)
        } catch {
            throw self.error(OperationError(error).diagnostic.message + hint)
        }
    }

    func whole(from least: Int) throws -> Int {
        let most = 1_000_000
        guard let number = Int(try text()), (least...most).contains(number) else {
            throw error("takes a whole number from \(least) to \(most)")
        }
        return number
    }

    func flag() throws -> Bool {
        guard let flag = Bool(try text()) else { throw error("takes true or false") }
        return flag
    }

    func percent() throws -> Double {
        let number = try number()
        guard (0...100).contains(number) else { throw error("takes a number from 0 to 100") }
        return number
    }

    /// A file name without a folder: outputs stay in the output folder.
    func fileName() throws -> String {
        let name = try text()
        guard !name.contains("/"), !name.hasPrefix("."), name != "run.json" else {
            throw error("`\(name)` is no file name for the output folder")
        }
        return name
    }

    /// A name by which `--only` and `--from` call a stage.
    func stageName() throws -> String {
        let name = try text()
        guard RankingStage(rawValue: name) == nil else {
            throw error("`\(name)` is the name of a stage that every pipeline has")
        }
        guard !name.contains(","), name.first != " ", name.last != " " else {
            throw error("a stage's name has no comma in it and no blank around it")
        }
        return name
    }

    /// A date or an instant with `Z`.
    func moment() throws -> AsOf {
        let text = try text()
        guard let moment = AsOf(text) else { throw error("`\(text)` is no moment; write a date or an instant with Z") }
        return moment
    }
}
