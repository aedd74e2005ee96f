package import JSONText

/// One document assembled for the client versions of a platform.
package struct Assembly: Sendable {
    /// The document for one interval of versions.
    package struct Edition: Sendable, Hashable {
        package let interval: VersionInterval
        /// The JSON without insignificant white space; the minified source if nothing was changed.
        package let bytes: [UInt8]
        /// True if parts of the document were replaced or omitted.
        package let isChanged: Bool
    }

    /// An interval whose assembled document is invalid and therefore not served.
    package struct Fault: Sendable {
        package let interval: VersionInterval
        /// The errors of the assembled document, with pointers into it but without positions.
        package let diagnostics: [Diagnostic]
    }

    /// The versions that support the document, and the reasons why others do not.
    package let support: Support

    /// The editions in ascending order; versions outside them get nothing.
    package let editions: [Edition]

    /// The intervals whose assembled document is invalid.
    package let faults: [Fault]
}
