/// The releases that were created after a person saw a page and before the person's request arrived.
package struct Staleness: Sendable, Hashable {
    /// The release expected to be the newest; 0 for none.
    package let expected: Int
    /// The newest release of the features concerned; for a rollback of a release or to a time, the newest of all. 0 for
    /// none.
    package let current: Int
    /// The releases after `expected` that changed what the request changes or, for such a rollback, all releases after
    /// `expected`; newest first, at most 20.
    package let releases: [Release]

    package init(expected: Int, current: Int, releases: [Release]) {
        self.expected = expected
        self.current = current
        self.releases = releases
    }
}
