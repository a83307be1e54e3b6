internal import CoinModel
internal import CoinSources
internal import RawInput

/// Counts the clones of a part of a list and writes their facts, from which a store is loaded elsewhere.
///
/// A clone that cannot be counted is a line of the facts. What is wrong with this machine ends the work before the trailer,
/// so that nothing of it counts and the part is tried on another one.
///
/// - Parameters:
///   - request: how clones are counted.
///   - descriptor: where the part is read from, a header and lines `key TAB place`.
///   - print: takes the facts as they come.
/// - Throws: `OperationError` where the part does not read, before anything is written, or this machine is at fault.
public func partitionCommits(_ request: PartitionRequest, from descriptor: Int32 = 0, print: ([UInt8]) -> Void) throws {
    let partition: CommitPartition
    do {
        partition = try CommitPartition(readPart(descriptor))
    } catch let reject as Reject {
        let place = ["stdin", reject.line.map(String.init)].compactMap(\.self).joined(separator: ":")
        throw OperationError(.usage, reject.reason, place: place, reject.detail)
    }
    var sums = CommitFacts.Sums()
    func write(_ lines: [UInt8]) {
        sums.add(lines)
        print(lines)
    }
    write(CommitFacts.header(assay: AssayVersion.current, observedAt: partition.observedText, task: partition.task))
    let worker = try PartitionWorker(request, partition)
    try worker.run { counted in
        sums.addRepository(commits: counted.commits)
        write(counted.lines)
    }
    print(sums.trailer(keys: partition.digest))
}

/// All that there is to read.
private func readPart(_ descriptor: Int32) throws -> [UInt8] {
    var part: [UInt8] = []
    while true {
        let (bytes, failure) = readBytes(of: descriptor, at: nil, 1 << 20)
        guard failure == 0 else { throw Reject("read-failed", detail: "cannot be read; send the part again") }
        if bytes.isEmpty { return part }
        part += bytes
        guard part.count <= CommitPartition.longest else {
            throw Reject("too-large", detail: "a part has at most \(CommitPartition.longest >> 20) MiB; cut the list")
        }
    }
}
