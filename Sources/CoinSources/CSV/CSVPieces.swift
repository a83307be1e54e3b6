import CoinModel
import RawInput

/// What takes rows of a table and hands on what they say.
///
/// Each copy of one takes the rows of a piece of the table by itself. What it found that the original did not know the
/// original learns afterwards, piece by piece in their order.
protocol PieceTaker: Sendable {
    /// What a copy found.
    associatedtype Finds: Sendable

    mutating func take(_ row: borrowing CSVScanner) throws(RowError)
    /// Whether so much waits that it is to be handed on.
    var isFull: Bool { get }
    mutating func flush(_ emit: ItemSink) throws
    /// What it found since it was a copy of another one.
    func finds(since original: Self) -> Finds
    /// Learns what a copy found, and says what the items of its piece are then.
    mutating func learn(_ finds: Finds, _ items: [SourceItem]) -> [SourceItem]
    /// Forgets what it learned where that is too much; no copy is under way then.
    mutating func forgetTooMany()
}

/// Pieces of a table on all cores.
///
/// This is the only place where one file is read by several cores. It is cut behind line feeds, and each piece is read as if a
/// row began with it. Where the piece before ended within a row, that was wrong, and it is read once more, behind what is left
/// of that one. So quotes, line ends, rejects and lines are those of reading the rows one after the other.
extension CSVTable {
    /// The bytes of a piece: enough to be worth a thread, and so few that they are near the processor.
    static let pieceSize = 1 << 20
    /// The pieces that are read side by side: some more than cores, and not by their number, so that blocks do not depend on it.
    private static let piecesAtOnce = 8

    /// Hands on each row that `next` would find, as `forEachRow`.
    ///
    /// - Throws: as `forEachRow`.
    mutating func forEachRow<Taker: PieceTaker>(
        _ file: inout InputFile,
        _ taker: Taker,
        pieceSize: Int = CSVTable.pieceSize,
        _ emit: ItemSink
    ) throws {
        try reportUnread(emit)
        var taker = taker
        var lines = row.linesRead
        var open = row.rest
        var cutter = PieceCutter(size: pieceSize, ahead: open.bytes)
        open.bytes = []
        let piece = TablePiece(width: header.count, separator: row.separator, notation: notation, head: head)
        while !cutter.isDone {
            let pieces = try cutter.next(CSVTable.piecesAtOnce, of: &file)
            let isLast = cutter.isDone
            let readings = CSVTable.read(pieces, like: piece, taker, isLast: isLast)
            for (place, reading) in readings.enumerated() {
                var reading = reading
                if !open.isNone {
                    open.bytes += pieces[place]
                    reading = piece.read(open, isLast: isLast && place == pieces.count - 1, taker)
                }
                for item in taker.learn(reading.finds, reading.items) { try emit(item.moved(by: lines)) }
                row.cells.add(reading.findings, linesBefore: lines)
                if let failure = reading.failure { throw (failure as? SourceError)?.moved(by: lines) ?? failure }
                lines += reading.lines
                open = reading.rest
            }
            taker.forgetTooMany()
        }
        try row.cells.settle()
    }

    private static func read<Taker: PieceTaker>(
        _ pieces: [[UInt8]],
        like piece: TablePiece,
        _ taker: Taker,
        isLast: Bool
    ) -> [PieceReading<Taker.Finds>] {
        onAllCores(parts: pieces.count) { part in
            let start = CSVScanner.Rest(bytes: pieces[part])
            return [piece.read(start, isLast: isLast && part == pieces.count - 1, taker)]
        }
    }
}

/// What the rows of a piece say, in lines from 1 on.
private struct PieceReading<Finds: Sendable>: Sendable {
    let items: [SourceItem]
    let finds: Finds
    let findings: CellReader.Findings
    /// Why the table is refused.
    let failure: (any Error)?
    let lines: Int
    /// What is left of it: the beginning of a row.
    let rest: CSVScanner.Rest
}

/// What the pieces of a table have in common.
private struct TablePiece: Sendable {
    let width: Int
    let separator: UInt8
    let notation: NumberAndDateStyle
    let head: [UInt8]

    /// Reads a piece by a copy of a taker.
    func read<Taker: PieceTaker>(
        _ bytes: CSVScanner.Rest,
        isLast: Bool,
        _ original: Taker
    ) -> PieceReading<Taker.Finds> {
        let cells = CellReader(notation, separator: separator, head: head)
        var scanner = CSVScanner(separator: separator, cells: cells, after: bytes)
        if isLast { scanner.finish() }
        var taker = original
        var items: [SourceItem] = []
        var failure: (any Error)?
        do {
            while scanner.next() == .row {
                guard try scanner.isSound(width: width, { items.append($0) }) else { continue }
                try scanner.hand(to: { try taker.take($0) }, { items.append($0) })
                if taker.isFull { try taker.flush { items.append($0) } }
            }
            try taker.flush { items.append($0) }
            if let refusal = cells.refusal { throw refusal }
        } catch {
            failure = error
        }
        return PieceReading(
            items: items,
            finds: taker.finds(since: original),
            findings: cells.findings,
            failure: failure,
            lines: scanner.linesRead,
            rest: scanner.rest
        )
    }
}

/// Cuts what a file still gives out into pieces.
private struct PieceCutter {
    let size: Int
    /// What was read and belongs to no piece yet.
    var ahead: [UInt8]
    /// Whether the last piece was cut.
    private(set) var isDone = false

    /// The next pieces, so many at most and one at least, even an empty one.
    mutating func next(_ count: Int, of file: inout InputFile) throws(InputError) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        while pieces.count < count, !isDone { pieces.append(try next(of: &file)) }
        return pieces
    }

    private mutating func next(of file: inout InputFile) throws(InputError) -> [UInt8] {
        while ahead.count < size {
            guard let chunk = try file.next() else {
                isDone = true
                return ahead
            }
            ahead += chunk
        }
        // Twice the size is what a chunk may bring; only where pieces are smaller than chunks, there is more.
        let end = ahead.count < 2 * size ? ahead.count : size
        let cut = (ahead[..<end].lastIndex(of: RowScan.lineFeed) ?? end - 1) + 1
        var rest: [UInt8] = []
        rest.reserveCapacity(2 * size)
        rest += ahead[cut...]
        ahead.removeLast(ahead.count - cut)
        swap(&ahead, &rest)
        return rest
    }
}

extension SourceItem {
    /// The same, said so many lines further on.
    fileprivate func moved(by lines: Int) -> SourceItem {
        switch self {
        case .observations(var block):
            block.lines = block.lines.map { Int32(clamping: Int($0) + lines) }
            return .observations(block)
        case .reject(let reject): return .reject(reject.moved(by: lines))
        case .rejectedCell(let reject): return .rejectedCell(reject.moved(by: lines))
        default: return self
        }
    }
}

extension Reject {
    fileprivate func moved(by lines: Int) -> Reject {
        Reject(reason, line: line.map { $0 + lines }, column: column, detail: detail)
    }
}
