internal import CoinStore

/// Makes what `askToEnd` touches, before a handler is set that calls it.
public func prepareToEnd() {
    Interruption.prepare()
}

/// Asks this process to end; may be called by the handler of a signal.
///
/// - Parameter signal: the signal.
/// - Returns: whether something is being written, which then ends with an error or its commit.
public func askToEnd(_ signal: Int32) -> Bool {
    Interruption.ask(signal)
}

/// The signal that asked this process to end; nil while none did.
public func endingSignal() -> Int32? {
    Interruption.signal
}
