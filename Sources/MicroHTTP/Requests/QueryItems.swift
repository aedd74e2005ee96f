/// The percent-decoded names and values of a query string, in order.
package struct QueryItems: Sendable, Hashable {
    /// One `name=value` pair; an item without `=` has an empty value.
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    package var items: [Item]

    /// Creates an empty list.
    package init() {
        items = []
    }

    /// Parses `text`; a malformed escape stays as it is.
    ///
    /// `plusIsSpace`: True for form bodies (WHATWG urlencoded), false for queries (RFC 3986).
    package init(parsing text: some StringProtocol, plusIsSpace: Bool = false) {
        items = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Item(
                name: PercentCoding.decode(parts[0], plusIsSpace: plusIsSpace),
                value: parts.count > 1 ? PercentCoding.decode(parts[1], plusIsSpace: plusIsSpace) : "")
        }
    }

    // Names are compared by their bytes, because Swift's `==` finds an é of one scalar equal to an é of two.

    /// The first value of a name, or nil.
    package subscript(_ name: String) -> String? {
        items.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Returns every value of a name, in order.
    package func all(_ name: String) -> [String] {
        items.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The first value of each name.
    package var dictionary: [String: String] {
        Dictionary(items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The fields of an urlencoded form body, which has the syntax of a query.
package typealias FormBody = QueryItems
