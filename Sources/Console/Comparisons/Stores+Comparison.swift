import Publishing

extension Stores {
    /// Returns the address of the page that compares a feature's live document with a revision; nil if the feature has
    /// no live rules.
    func comparisonWithLive(of feature: String, _ revision: Int) throws -> String? {
        try releases.rules(of: feature).isEmpty ? nil : Paths.comparison(of: feature, .live, .revision(revision))
    }
}
