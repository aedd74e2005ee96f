/// The names of platforms for people. Used in messages when only the short name is at hand.
package enum PlatformTitle {
    private static let known = ["android": "Android", "ios": "iOS", "web": "Web"]

    /// Returns the name for people, such as `iOS` for `ios`; the short name itself for a platform that Galley does not
    /// know.
    package static func of(_ name: String) -> String { known[name] ?? name }
}
