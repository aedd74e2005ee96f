import Publishing

extension Stores {
    /// Returns the address of the page that compares a feature's live document with a revision; nil if clients get
    /// nothing of the feature.
    func comparisonWithLive(of feature: String, _ revision: Int) throws -> String? {
        try liveTable(of: feature).answering.isEmpty ? nil : Paths.comparison(of: feature, .live, .revision(revision))
    }
}
