internal import HTTPTransfer
internal import WorkerProtocol

// Reads one order from its standard input, a socket, and answers it there: started by `assay`, not by people.
MessageChannel.serve { (channel) throws(WorkerFault) in
    guard case .order(let order)? = try channel.receive() else {
        throw WorkerFault(.protocolBroken, "no order came; this program is started by assay")
    }
    try order.limits.apply()
    let sandbox = try Sandbox.enter(.fetching(order.route))
    let transfer = try CurlTransfer(order)
    // libcurl has read its settings by now, and connected to no host.
    try sandbox.seal()
    // When `assay` has ended, nothing more is asked in its name: neither at once nor after a wait.
    try channel.endWithOtherSide()
    let cost = try FetchScheduler.run(order, through: transfer) { (message) throws(WorkerFault) in
        try channel.send(.fetched(message))
        guard case .stored(let reply)? = try channel.receive() else {
            throw WorkerFault(.protocolBroken, "no reply came to what was reported")
        }
        return reply
    }
    try channel.send(.end(cost))
}
