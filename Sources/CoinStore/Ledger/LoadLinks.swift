internal import GRDB

/// What a load has to do with earlier ones: it replaces something that they said, or says the same again, which is
/// stored once, with the load that said it first.
struct LoadLinks {
    /// The loads of which it replaces something.
    private(set) var replaced: Set<Int32> = []
    /// The loads on which it rests.
    private(set) var repeated: Set<Int32> = []
    /// Neighbouring cells mostly came with one load.
    private var last: (replaced: Int32, repeated: Int32) = (0, 0)

    mutating func replaces(_ load: Int32) {
        guard load != last.replaced else { return }
        last.replaced = load
        replaced.insert(load)
    }

    mutating func restsOn(_ load: Int32) {
        guard load != last.repeated else { return }
        last.repeated = load
        repeated.insert(load)
    }

    mutating func add(_ other: LoadLinks) {
        replaced.formUnion(other.replaced)
        repeated.formUnion(other.repeated)
    }

    /// Writes the links of a load.
    ///
    /// What it replaces, others may have said again: they are replaced as well.
    func write(load: Int, _ database: Database) throws {
        let insertion = "INSERT OR IGNORE INTO load_link VALUES (?, ?, ?)"
        for earlier in repeated.sorted() where earlier != load {
            try database.run(insertion, [load, Int(earlier), "rests-on"])
        }
        let resting = """
            INSERT OR IGNORE INTO load_link
            SELECT ?1, load_id, 'replaces' FROM load_link
            WHERE earlier_id = ?2 AND relation = 'rests-on' AND load_id < ?1
            """
        for earlier in replaced.sorted() where earlier != load {
            try database.run(insertion, [load, Int(earlier), "replaces"])
            try database.run(resting, [load, Int(earlier)])
        }
    }
}
