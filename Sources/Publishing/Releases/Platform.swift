/// A platform that clients run on: an operating system or a browser.
package struct Platform: Sendable, Hashable, Codable {
    /// The name in requests, such as `ios`.
    package let name: String
    /// The name on pages, such as `iOS`.
    package let title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}
