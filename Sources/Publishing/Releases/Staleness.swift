/// What changed between looking and acting.
package struct Staleness: Sendable, Hashable {
    /// The release that was expected to be the newest, 0 for none.
    package let expected: Int
    /// The newest one, 0 for none.
    package let current: Int
    /// The releases made meanwhile, newest first.
    package let releases: [Release]

    package init(expected: Int, current: Int, releases: [Release]) {
        self.expected = expected
        self.current = current
        self.releases = releases
    }
}
