internal import WorkerProtocol

/// A delta of a pack: an object told by copies from another and new bytes between them.
enum Delta {
    /// Works a delta out.
    ///
    /// - Parameters:
    ///   - delta: the instructions.
    ///   - base: the object that it changes.
    ///   - target: what takes the result.
    ///   - limit: the most bytes that the result may have.
    /// - Throws: `WorkerFault` when it says something else than it should or reaches beyond the base.
    static func apply(
        _ delta: UnsafeRawBufferPointer,
        to base: UnsafeRawBufferPointer,
        into target: inout Scratch,
        limit: Int
    ) throws(WorkerFault) {
        var next = 0
        guard let baseSize = unsafe size(delta, &next), baseSize == base.count,
            let resultSize = unsafe size(delta, &next)
        else { throw damaged }
        guard resultSize <= limit else {
            throw WorkerFault(.tooLarge, "an object says to be \(resultSize) bytes long, more than \(limit)")
        }
        try unsafe target.fill(resultSize) { (result) throws(WorkerFault) in
            var done = 0
            while next < delta.count {
                let code = unsafe delta[next]
                next += 1
                if code & 128 == 0 {
                    let count = Int(code)
                    guard count > 0, count <= delta.count - next, count <= resultSize - done else { throw damaged }
                    unsafe copy(delta, from: next, to: result, at: done, count: count)
                    next += count
                    done += count
                } else {
                    var numbers = (offset: 0, count: 0)
                    for bit in 0..<7 where code >> bit & 1 == 1 {
                        guard next < delta.count else { throw damaged }
                        let byte = unsafe Int(delta[next])
                        if bit < 4 {
                            numbers.offset |= byte << (8 * bit)
                        } else {
                            numbers.count |= byte << (8 * bit - 32)
                        }
                        next += 1
                    }
                    let count = numbers.count == 0 ? 0x10000 : numbers.count
                    guard numbers.offset <= base.count, count <= base.count - numbers.offset,
                        count <= resultSize - done
                    else { throw damaged }
                    unsafe copy(base, from: numbers.offset, to: result, at: done, count: count)
                    done += count
                }
            }
            guard done == resultSize else { throw damaged }
        }
    }

    private static func copy(
        _ source: UnsafeRawBufferPointer,
        from start: Int,
        to target: UnsafeMutableRawBufferPointer,
        at place: Int,
        count: Int
    ) {
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<place + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
    }

    /// A number of seven bits a byte, low bits first.
    private static func size(_ delta: UnsafeRawBufferPointer, _ next: inout Int) -> Int? {
        var value = 0
        var shift = 0
        while next < delta.count, shift < 56 {
            let byte = unsafe delta[next]
            next += 1
            value |= Int(byte & 127) << shift
            shift += 7
            if byte & 128 == 0 { return value }
        }
        return nil
    }

    private static var damaged: WorkerFault {
        WorkerFault(.damagedObject, "an object's delta does not fit its base; check the repository with `git fsck`")
    }
}
