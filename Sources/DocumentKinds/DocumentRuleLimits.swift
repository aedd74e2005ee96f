/// The limits for documents with very many names or faults.
enum DocumentRuleLimits {
    /// The maximum number of faults reported for one list of a document, for example for the names in its connections.
    static let faults = 100

    /// The maximum number of names among which a suggestion for a misspelt name is searched.
    static let candidates = 500
}
