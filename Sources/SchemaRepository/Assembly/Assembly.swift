package import JSONText

/// One document as the client versions of a platform are given it.
package struct Assembly: Sendable {
    /// The document for one interval of versions.
    package struct Edition: Sendable, Hashable {
        package let interval: VersionInterval
        /// JSON without insignificant white space; the document's own text, minified, where nothing had to change.
        package let bytes: [UInt8]
        /// True if older clients are given less, or something else, than stands in the document.
        package let isChanged: Bool
    }

    /// An interval whose assembled document is not valid, and so is given to nobody.
    package struct Fault: Sendable {
        package let interval: VersionInterval
        /// The errors of the document that assembly made: with pointers into that document, which has no lines.
        package let diagnostics: [Diagnostic]
    }

    /// The versions that can show it, and the reasons of the others.
    package let support: Support

    /// Ascending; versions between two of them, or before the first, cannot be given anything.
    package let editions: [Edition]

    /// Intervals whose document is not valid once older clients' parts are in it.
    package let faults: [Fault]
}
