/// Why the private cluster could not be created or started, in words for an operator.
package struct PrivateClusterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stands in the way.
    package enum Kind: Sendable, Hashable {
        /// Another Galley runs with this directory.
        case inUse
        /// PostgreSQL is not installed, or not in a version that can read the data.
        case notInstalled
        /// The data was made by another major version than those installed.
        case otherVersion
        /// A file or directory belongs to another account, or cannot be reached by the one PostgreSQL runs as.
        case notPermitted
        /// The system or PostgreSQL refused.
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
