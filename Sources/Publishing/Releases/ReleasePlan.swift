/// What a release would do, worked out without writing anything.
package struct ReleasePlan: Sendable, Hashable {
    package let kind: ReleaseKind
    /// The number it would get if it were the next to commit.
    package let number: Int
    /// The features in it, in name order, as they would stand.
    package let items: [ReleaseItem]
    /// What to know before confirming; nothing here stops it.
    package let warnings: [ReleaseProblem]

    package init(kind: ReleaseKind, number: Int, items: [ReleaseItem], warnings: [ReleaseProblem]) {
        self.kind = kind
        self.number = number
        self.items = items
        self.warnings = warnings
    }
}
