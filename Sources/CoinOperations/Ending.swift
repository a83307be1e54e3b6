internal import CoinStore

/// Makes what `askToEnd` touches, before a handler is set that calls it.
public func prepareToEnd() {
    Interruption.prepare()
}

/// Asks this process to end, from the handler of a signal; false where nothing is being written that has to end first.
public func askToEnd(_ signal: Int32) -> Bool {
    Interruption.ask(signal)
}

/// The signal that asked this process to end; nil while none did.
public func endingSignal() -> Int32? {
    Interruption.signal
}
