/// A version of a mobile client: one to four numeric parts, an optional pre-release, optional build metadata.
///
/// Precedence is SemVer 2.0's (section 11), extended: a missing part is 0, numbers have any length, leading zeros and
/// build metadata do not count. So `5.2` equals `5.2.0.0+7`, and `5.2-beta` comes before both.
package struct ClientVersion: Sendable, Comparable, Hashable, CustomStringConvertible {
    /// The longest accepted spelling in bytes; it keeps a sort key small enough for a database index.
    package static let maximumBytes = 1_024

    /// The version as it was written.
    package let text: String

    /// Bytes whose order under `memcmp` is the order of versions; equal versions have equal keys.
    ///
    /// Each numeric part is its number of digits (one `0xFF` for every 255 of them, then the rest) followed by the digits
    /// without leading zeros. Then `0x01` for a release, or `0x00` for a pre-release, whose identifiers follow: `0x01` and
    /// a number, or `0x02`, the ASCII text and `0x00`; the list ends with `0x00`.
    package let sortKey: [UInt8]

    /// Where every interval begins that demands nothing.
    package static let zero = ClientVersion(text: "0", sortKey: VersionParser.zero)

    /// Reads a version.
    ///
    /// - Throws: `ClientVersionError` for anything but digits, dots, a pre-release and build metadata in their places.
    package init(_ text: String) throws(ClientVersionError) {
        self.text = text
        sortKey = try VersionParser.sortKey(of: text)
    }

    /// Appends the sort key of a version given as bytes, without making a value of it; nothing is allocated but where
    /// `key` has to grow. After an error `key` may hold a part of a key.
    ///
    /// - Throws: `ClientVersionError` as `init` does.
    package static func append(sortKeyOf text: Span<UInt8>, to key: inout [UInt8]) throws(ClientVersionError) {
        try VersionParser.append(sortKeyOf: text, to: &key)
    }

    private init(text: String, sortKey: [UInt8]) {
        self.text = text
        self.sortKey = sortKey
    }

    package var description: String { text }

    package static func < (left: ClientVersion, right: ClientVersion) -> Bool {
        left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }

    package static func == (left: ClientVersion, right: ClientVersion) -> Bool { left.sortKey == right.sortKey }

    package func hash(into hasher: inout Hasher) { hasher.combine(sortKey) }
}
