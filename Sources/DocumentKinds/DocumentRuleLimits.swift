/// Limits on what is reported of a document with very many faults.
enum DocumentRuleLimits {
    /// The most faults that are told of one sort of names.
    static let faults = 100

    /// The most names among which one that was meant is looked for.
    static let candidates = 500
}
