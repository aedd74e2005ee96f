/// The names of platforms for people, for messages whose code has only the short name.
package enum PlatformTitle {
    private static let known = ["android": "Android", "ios": "iOS", "web": "Web"]

    /// Returns the name for people, such as `iOS` for `ios`; the short name itself for a platform that Galley does not
    /// know.
    package static func of(_ name: String) -> String { known[name] ?? name }
}
