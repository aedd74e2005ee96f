package import JSONText

/// What a client that does not know a part of a document is given instead.
package struct Escape: Sendable, Hashable {
    package enum Manner: Sendable, Hashable {
        /// Another word of the same enumeration.
        case word(String)
        /// Nothing: the value is left out.
        case omission
        /// The element's fallback.
        case fallback
    }

    package let manner: Manner

    /// The value that is replaced or left out: the part itself, or an element around it.
    package let pointer: JSONPointer

    /// What of the fallback older clients do not know in turn.
    package let reasons: [Reason]

    /// The versions that may be given it.
    let versions: VersionSet

    init(_ manner: Manner, of value: JSONValue, for versions: VersionSet = .all, reasons: [Reason] = []) {
        self.manner = manner
        pointer = value.pointer
        self.reasons = reasons
        self.versions = versions
    }
}
