package import JSONText

/// A document assembled for the client versions of a platform.
package struct Assembly: Sendable {
    /// The assembled document for one interval of versions.
    package struct Edition: Sendable, Hashable {
        package let interval: VersionInterval
        /// The JSON without insignificant white space; the minified source if nothing was changed.
        package let bytes: [UInt8]
        /// True if parts of the document were replaced or omitted.
        package let isChanged: Bool
    }

    /// An interval whose assembled document is invalid or not fully supported, and therefore not served.
    package struct Fault: Sendable {
        package let interval: VersionInterval
        /// The errors of the assembled document that the original does not have, with pointers into the assembled
        /// document but without positions; empty if the only fault is that versions do not support the whole document.
        package let diagnostics: [Diagnostic]
    }

    /// The versions that support the document, and the reasons why others do not.
    package let support: Support

    /// The editions in ascending order of versions; versions outside their intervals are served no document.
    package let editions: [Edition]

    /// The intervals whose assembled document is not served.
    package let faults: [Fault]
}
