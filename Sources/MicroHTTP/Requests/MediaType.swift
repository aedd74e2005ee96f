/// Parses media types.
package enum MediaType {
    /// Returns the `type/subtype` of a Content-Type value in lower case, without parameters (RFC 9110, section 8.3.1);
    /// nil if there is no value.
    package static func essence(of value: String?) -> String? {
        guard let first = value?.split(separator: ";", omittingEmptySubsequences: false).first else { return nil }
        return first.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
