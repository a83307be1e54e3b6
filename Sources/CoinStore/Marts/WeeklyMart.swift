internal import CoinModel
internal import SeriesEncoding

/// The weekly series of market data that rankings read, each made from the facts of one metric in a week of one
/// source, snapshots at their times and days at their last second.
enum WeeklyMart: CaseIterable {
    /// The newest positive price.
    case close
    /// The newest capitalisation.
    case capitalisation
    /// The mean of the volumes, 0 being a value.
    case volumeMean
    /// Their median, the mean of the middle two for an even number.
    case volumeMedian

    /// The mart that a metric is; nil for others.
    init?(_ metric: Metric) {
        let quote = metric.unit.lowercased()
        guard let mart = WeeklyMart.allCases.first(where: { $0.metric(quote) == metric }) else { return nil }
        self = mart
    }

    /// The metric of the series.
    func metric(_ quote: String) -> Metric {
        switch self {
        case .close: .close(quote)
        case .capitalisation: .capitalisation(quote)
        case .volumeMean: .volumeMean(quote)
        case .volumeMedian: .volumeMedian(quote)
        }
    }

    /// The metric of the facts that it is made from.
    func fact(_ quote: String) -> Metric {
        switch self {
        case .close: .price(quote)
        case .capitalisation: .marketCap(quote)
        case .volumeMean, .volumeMedian: .volume(quote)
        }
    }

    /// The week's value of each slot from a row of facts by time for each, in both of which NaN is missing.
    func values(of facts: TileMatrix) -> [Double] {
        let width = facts.steps.count
        let cells = facts.values.span
        var numbers: [Double] = []
        return (0..<TileMatrix.slotCount).map { slot in
            value(of: cells.extracting(slot * width..<(slot + 1) * width), &numbers)
        }
    }

    /// The week's value of an entity from its facts of the week by time; `numbers` is memory to put them in order.
    private func value(of facts: Span<Double>, _ numbers: inout [Double]) -> Double {
        switch self {
        case .close, .capitalisation:
            for index in facts.indices.reversed() where !facts[index].isNaN && (self != .close || facts[index] > 0) {
                return facts[index]
            }
            return .nan
        case .volumeMean:
            var (sum, count) = (0.0, 0)
            for index in facts.indices where !facts[index].isNaN {
                sum += facts[index]
                count += 1
            }
            return count == 0 ? .nan : sum / Double(count)
        case .volumeMedian:
            numbers.removeAll(keepingCapacity: true)
            for index in facts.indices where !facts[index].isNaN { numbers.append(facts[index]) }
            return numbers.isEmpty ? .nan : numbers.takeMedian()
        }
    }
}

extension [Double] {
    /// The median of its numbers, one at least, the mean of the middle two for an even count; it changes their order.
    ///
    /// Hoare's selection (1961): linear, where to sort all would cost more than reading them.
    fileprivate mutating func takeMedian() -> Double {
        let middle = count / 2
        var numbers = mutableSpan
        var (low, high) = (0, numbers.count - 1)
        while low < high {
            let pivot = numbers[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while numbers[left] < pivot { left += 1 }
                while pivot < numbers[right] { right -= 1 }
                guard left <= right else { break }
                numbers.swapAt(left, right)
                left += 1
                right -= 1
            }
            if middle <= right { high = right } else if middle >= left { low = left } else { break }
        }
        guard numbers.count % 2 == 0 else { return numbers[middle] }
        var below = -Double.infinity
        for index in 0..<middle { below = Swift.max(below, numbers[index]) }
        return (below + numbers[middle]) / 2
    }
}
