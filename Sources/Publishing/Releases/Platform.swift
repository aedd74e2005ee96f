/// An operating system or browser that clients run on.
package struct Platform: Sendable, Hashable, Codable {
    /// What requests say: `ios`.
    package let name: String
    /// What pages say: `iOS`.
    package let title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}
