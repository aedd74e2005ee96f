/// The names of platforms for people, in messages that know only the short name.
package enum PlatformTitle {
    private static let known = ["android": "Android", "ios": "iOS", "web": "Web"]

    /// Returns the name for people, such as `iOS` for `ios`; the short name of a platform that Galley does not know.
    package static func of(_ name: String) -> String { known[name] ?? name }
}
