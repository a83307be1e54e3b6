/// Every format that can be loaded; at most one of them recognises an input.
public let sourceReaders: [any SourceReader] = jsonReaders + csvReaders
