/// Numbers ids 0, 1, 2 … in the order in which they are met.
///
/// A table with open addressing, at most half full, that has but the place of each id: with a dictionary a history of a million
/// commits took 40 MB and a tenth of the time more. Its hash has a secret of the process, so ids that somebody made alike
/// gain nothing.
struct ObjectPlaces {
    private static let secret = UInt64.random(in: .min ... .max) | 1
    private static let none = UInt32.max

    /// The ids, each at its place.
    private(set) var ids: [ObjectID] = []
    private var slots = [UInt32](repeating: none, count: 64)

    /// The place of an id, which is the old count of them when it is new.
    mutating func place(of id: ObjectID) -> UInt32 {
        var slot = slot(of: id)
        while slots[slot] != ObjectPlaces.none {
            if ids[Int(slots[slot])] == id { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        let place = UInt32(ids.count)
        slots[slot] = place
        ids.append(id)
        if 2 * ids.count > slots.count { widen() }
        return place
    }

    /// Frees the table, once no more ids are looked up.
    mutating func forgetSlots() { slots = [] }

    private mutating func widen() {
        slots = Array(repeating: ObjectPlaces.none, count: 2 * slots.count)
        for (place, id) in ids.enumerated() {
            var slot = slot(of: id)
            while slots[slot] != ObjectPlaces.none { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(place)
        }
    }

    private func slot(of id: ObjectID) -> Int {
        let product = (id.high ^ id.middle ^ ObjectPlaces.secret).multipliedFullWidth(by: ObjectPlaces.secret)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
    }
}
