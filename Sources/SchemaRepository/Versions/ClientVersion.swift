/// A version of a client app: one to four numbers, an optional pre-release and optional build metadata.
///
/// The order is that of Semantic Versioning 2.0 (section 11), extended: a missing number is 0, numbers have any length,
/// and leading zeros and build metadata are ignored. So `5.2` equals `5.2.0.0+7`, and `5.2-beta` comes before both.
package struct ClientVersion: Sendable, Comparable, Hashable, CustomStringConvertible {
    /// The maximum length of a version in bytes. It keeps the sort key small enough for a database index.
    package static let maximumBytes = 1_024

    /// The version as it was written.
    package let text: String

    /// Bytes whose order under `memcmp` is the order of versions. Equal versions have equal keys.
    ///
    /// Each number is written without leading zeros, as its count of digits and the digits. The count is one byte
    /// `0xFF` for each full 255 digits and a byte for the remaining ones. Then follows `0x01` for a release, or `0x00`
    /// for a pre-release and its identifiers: `0x01` and a number, or `0x02`, the ASCII text and `0x00`. The list of
    /// identifiers ends with `0x00`.
    package let sortKey: [UInt8]

    /// The version at which an interval without a lower bound begins.
    package static let zero = ClientVersion(text: "0", sortKey: VersionParser.zero)

    /// The first pre-release of version 0, which no version precedes.
    package static let lowest = ClientVersion(text: "0-0", sortKey: VersionParser.lowest)

    /// Parses a version.
    ///
    /// - Throws: `ClientVersionError` if the text is longer than `maximumBytes`, or is not one to four numbers with an
    ///   optional pre-release and build metadata.
    package init(_ text: String) throws(ClientVersionError) {
        self.text = text
        sortKey = try VersionParser.sortKey(of: text)
    }

    /// Appends the sort key of a version given as bytes. Allocates memory only if `key` must grow. After an error `key`
    /// may end with a part of a key.
    ///
    /// - Throws: `ClientVersionError`, as `init` does.
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
