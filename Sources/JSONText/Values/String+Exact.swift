extension StringProtocol {
    /// Returns true if the strings have the same code points. JSON, JSON Schema and patterns compare strings in this
    /// way, while `==` compares them by canonical equivalence: for `==`, an `é` of one scalar equals an `é` of two.
    ///
    /// ``JSONName`` is a key of dictionaries and sets that is compared in the same way.
    package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Sequence where Element: StringProtocol {
    /// Returns true if one of the strings has the same code points as `other`.
    package func containsExactly(_ other: some StringProtocol) -> Bool { contains { $0.isExactly(other) } }
}
