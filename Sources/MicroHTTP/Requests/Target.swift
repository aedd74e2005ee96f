/// The two parts of a request target in origin form (RFC 9112, section 3.2.1).
enum Target {
    /// Returns the part before the first question mark.
    static func path(of target: String) -> String {
        String(target.prefix { $0 != "?" })
    }

    /// Returns the part after the first question mark; empty if there is none.
    static func query(of target: String) -> Substring {
        target.drop { $0 != "?" }.dropFirst()
    }
}
