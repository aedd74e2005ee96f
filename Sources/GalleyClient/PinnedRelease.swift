import Foundation

/// The newest verified release; manifests of older releases are rejected. It has a file of its own, so that damage to
/// the manifest's file does not make older releases acceptable.
struct PinnedRelease: Codable, Equatable {
    let release: Int
    /// The public keys that the app knew; nil if unknown. An app that knows none of them reads from another
    /// installation of Galley, whose release numbers begin anew.
    let keys: Set<Data>?
    /// The client that `features` are for.
    let platform: String
    let clientVersion: String
    /// The features that have a document for the client. Others are not shown, even before all documents of the release
    /// have been fetched.
    let features: Set<String>
}
