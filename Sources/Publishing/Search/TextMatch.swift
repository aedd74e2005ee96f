/// A place in a live or newest revision that contains a searched text.
package struct TextMatch: Sendable, Hashable {
    package let feature: String
    package let revision: Int
    package let isLive: Bool
    /// True for the newest revision of the feature.
    package let isNewest: Bool
    /// The JSON Pointer of the value, or of the member whose name contains the text; nil if the document is not JSON.
    package let pointer: String?
    /// The line, from 1.
    package let line: Int
    /// The part of the line around the text.
    package let excerpt: String

    package init(
        feature: String, revision: Int, isLive: Bool, isNewest: Bool, pointer: String?, line: Int, excerpt: String
    ) {
        self.feature = feature
        self.revision = revision
        self.isLive = isLive
        self.isNewest = isNewest
        self.pointer = pointer
        self.line = line
        self.excerpt = excerpt
    }
}

/// The places that contain a searched text.
package struct SearchResult: Sendable, Hashable {
    /// The places, at most one in each line and `SearchStore.maximumPlaces` in each document.
    package let matches: [TextMatch]
    /// True if more documents contain the text than the result includes.
    package let isCut: Bool

    package init(matches: [TextMatch], isCut: Bool) {
        self.matches = matches
        self.isCut = isCut
    }
}
