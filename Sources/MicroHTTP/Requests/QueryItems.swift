/// Names and values of a query string, in their order, percent-decoded.
package struct QueryItems: Sendable, Hashable {
    /// One `name=value`; an item without `=` has an empty value.
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package var items: [Item]

    /// No items.
    package init() {
        items = []
    }

    /// The items of `text`; a malformed escape stays as it is written.
    ///
    /// `plusIsSpace`: true for form bodies (WHATWG urlencoded); false for queries (RFC 3986).
    package init(parsing text: some StringProtocol, plusIsSpace: Bool = false) {
        items = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Item(
                name: PercentCoding.decode(parts[0], plusIsSpace: plusIsSpace),
                value: parts.count > 1 ? PercentCoding.decode(parts[1], plusIsSpace: plusIsSpace) : "")
        }
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Every value of a name, in order.
    package func all(_ name: String) -> [String] {
        items.filter { $0.name == name }.map(\.value)
    }

    /// First values by name.
    package var dictionary: [String: String] {
        Dictionary(items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The fields of an urlencoded form body: the same shape as a query.
package typealias FormBody = QueryItems
