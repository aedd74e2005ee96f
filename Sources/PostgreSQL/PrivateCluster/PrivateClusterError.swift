/// The reason why the private cluster could not be created or started, written for operators.
package struct PrivateClusterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    package enum Kind: Sendable, Hashable {
        /// Another Galley uses this directory, or the cluster has been started already.
        case inUse
        /// PostgreSQL is not installed in a supported version, or its account or another program is missing.
        case notInstalled
        /// The data belongs to a major version that is not installed or not supported.
        case otherVersion
        /// A file or directory belongs to another account, or PostgreSQL's account cannot reach it.
        case notPermitted
        /// The system or PostgreSQL reported an error.
        case failed
    }

    package let kind: Kind
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}
