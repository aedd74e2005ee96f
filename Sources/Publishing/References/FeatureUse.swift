/// A revision whose document refers to another feature.
package struct FeatureUse: Sendable {
    /// The name of the feature that the revision belongs to.
    package let feature: String
    /// The name, present or former, by which the document refers to the other feature.
    package let name: String
    /// The document kind of the revision's feature, as the `$id` of its schema.
    package let kind: String
    package let revision: Int
    /// True if the revision is live; if uses on one platform were requested, true if it is live there.
    package let isLive: Bool
    /// True if the revision is the newest one.
    package let isNewest: Bool
    /// The JSON Pointer of the first reference in the document.
    package let pointer: String
    /// The line of the first reference, from 1.
    package let line: Int

    package init(
        feature: String, name: String, kind: String, revision: Int, isLive: Bool, isNewest: Bool, pointer: String,
        line: Int
    ) {
        self.feature = feature
        self.name = name
        self.kind = kind
        self.revision = revision
        self.isLive = isLive
        self.isNewest = isNewest
        self.pointer = pointer
        self.line = line
    }
}
