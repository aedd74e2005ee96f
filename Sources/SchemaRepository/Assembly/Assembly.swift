package import JSONText

/// What the client versions of a platform are given of one document.
package struct Assembly: Sendable {
    /// What one interval of versions is given.
    package struct Edition: Sendable, Hashable {
        package let interval: VersionInterval
        /// JSON without insignificant white space; the document's own text, minified, where nothing had to change.
        package let bytes: [UInt8]
        /// Whether older clients are given less, or something else, than stands in the document.
        package let isChanged: Bool
    }

    /// Why what older clients would be given is not sent to anybody.
    package struct Fault: Sendable {
        package let interval: VersionInterval
        /// What is wrong with the document that assembly made, at the places of that document.
        package let diagnostics: [Diagnostic]
        package let bytes: [UInt8]
    }

    /// Who can show it, and why not everybody.
    package let support: Support

    /// Ascending; versions between two of them, or before the first, cannot be given anything.
    package let editions: [Edition]

    /// Intervals whose document is not valid once older clients' parts are in it.
    package let faults: [Fault]
}
