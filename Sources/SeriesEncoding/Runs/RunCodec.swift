/// One way to write the values of a run, to the bit.
///
/// Sizes are known before anything is written, so the smallest is found at the cost of a look at the values.
protocol RunCodec {
    /// The bytes that the values of a run take, or nil where this way cannot hold them or where they are found to reach
    /// a limit; the run has one value at least.
    static func byteCount(of run: RunDraft, below limit: Int) -> Int?

    /// Writes the values of a run that this way can hold.
    static func write(_ run: RunDraft, to writer: inout ByteWriter)

    /// Reads as many values as a range has places into these places of a row: one at least.
    ///
    /// The reader holds the bytes of this run's values and no others; the caller checks that none is left.
    static func read(
        _ reader: inout ByteReader,
        into row: inout MutableSpan<Double>,
        at range: Range<Int>
    ) throws(TileError)
}
