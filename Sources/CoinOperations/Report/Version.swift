/// The version of the program.
public enum AssayVersion {
    /// Semantic version: within a major version column names keep their meaning.
    public static let current = "0.1.0"
}
