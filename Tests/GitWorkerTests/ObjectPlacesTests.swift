import TestPrograms
import Testing

@testable import GitWorker

@Suite struct ObjectPlacesTests {
    @Test("Ids are numbered in the order in which they are met, also those of the same first bytes") func places() {
        var random = SplitMix(seed: 2_712)
        // Few first and next bytes, so that most ids stand in the slot of another one.
        let ids = (0..<5000).map { number in
            ObjectID(high: random.next() % 7, middle: random.next() % 5, low: UInt32(number / 2))
        }
        var places = ObjectPlaces()
        var expected: [ObjectID] = []
        for id in ids {
            let place = places.place(of: id)
            if place == expected.count { expected.append(id) }
            #expect(expected[Int(place)] == id)
        }
        #expect(places.ids == expected && places.ids.count == Set(ids.map(\.description)).count)
        #expect(ids.allSatisfy { id in places.ids[Int(places.place(of: id))] == id })
        #expect(places.ids.count == expected.count)
    }
}
