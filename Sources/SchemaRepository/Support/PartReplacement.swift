package import JSONText

/// The replacement for a part of a document in clients that do not know the part.
package struct PartReplacement: Sendable, Hashable {
    /// The kind of replacement.
    package enum Manner: Sendable, Hashable {
        /// Another value of the same enum.
        case word(String)
        /// Nothing: the value is left out.
        case omission
        /// The element's fallback.
        case fallback
    }

    package let manner: Manner

    /// The pointer of the value that is replaced or left out: the part itself, or a value around it.
    package let pointer: JSONPointer

    /// The reasons why some versions cannot show the fallback either; empty for the other kinds of replacement.
    package let reasons: [Reason]

    /// The versions that may get the replacement.
    let versions: VersionSet

    init(_ manner: Manner, of value: JSONValue, for versions: VersionSet = .all, reasons: [Reason] = []) {
        self.init(manner, of: value.pointer, for: versions, reasons: reasons)
    }

    init(_ manner: Manner, of pointer: JSONPointer, for versions: VersionSet, reasons: [Reason] = []) {
        self.manner = manner
        self.pointer = pointer
        self.reasons = reasons
        self.versions = versions
    }
}
