/// The percent-decoded names and values of a query string, in order.
package struct QueryItems: Sendable, Hashable {
    /// One `name=value` pair; an item without `=` has an empty value.
    package struct Item: Sendable, Hashable {
        package var name: String
        package var value: String
        /// False if the name or the value has a malformed escape or is not UTF-8.
        package var isWellFormed: Bool

        package init(name: String, value: String, isWellFormed: Bool = true) {
            (self.name, self.value, self.isWellFormed) = (name, value, isWellFormed)
        }
    }

    package var items: [Item]

    /// Creates an empty list.
    package init() {
        items = []
    }

    /// Parses `text`; a malformed escape stays as it is, invalid UTF-8 becomes U+FFFD.
    ///
    /// `plusIsSpace`: True for form bodies (WHATWG urlencoded), false for queries (RFC 3986).
    package init(parsing text: some StringProtocol, plusIsSpace: Bool = false) {
        self.init(parsing: text.utf8, plusIsSpace: plusIsSpace)
    }

    /// Parses the bytes of a text; a malformed escape stays as it is, invalid UTF-8 becomes U+FFFD.
    package init(parsing bytes: some Collection<UInt8>, plusIsSpace: Bool) {
        items = bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentCoding.decoding(parts[0], plusIsSpace: plusIsSpace)
            let value =
                parts.count > 1
                ? PercentCoding.decoding(parts[1], plusIsSpace: plusIsSpace) : (text: "", isWellFormed: true)
            return Item(name: name.text, value: value.text, isWellFormed: name.isWellFormed && value.isWellFormed)
        }
    }

    // Names are compared by their bytes, because Swift's `==` finds an é of one scalar equal to an é of two.

    /// The first value of a name, or nil.
    package subscript(_ name: String) -> String? {
        items.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Returns every item with a name, in order.
    package func items(named name: String) -> [Item] { items.filter { $0.name.utf8.elementsEqual(name.utf8) } }

    /// Returns every value of a name, in order.
    package func all(_ name: String) -> [String] { items(named: name).map(\.value) }

    /// The first value of each name.
    package var dictionary: [String: String] {
        Dictionary(items.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The fields of an urlencoded form body, which has the syntax of a query.
package typealias FormBody = QueryItems
