/// The maximum numbers of diagnostics for a document with very many faults.
enum DocumentRuleLimits {
    /// The greatest number of faults reported for one sort of names, for example of connections.
    static let faults = 100

    /// The greatest number of names searched for the one that a misspelt name was probably meant to be.
    static let candidates = 500
}
