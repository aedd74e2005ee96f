/// The releases made between viewing a page and acting on it.
package struct Staleness: Sendable, Hashable {
    /// The release expected to be the newest; 0 for none.
    package let expected: Int
    /// The newest release; 0 for none.
    package let current: Int
    /// The releases made in the meantime that changed what the request changes, newest first.
    package let releases: [Release]

    package init(expected: Int, current: Int, releases: [Release]) {
        self.expected = expected
        self.current = current
        self.releases = releases
    }
}
