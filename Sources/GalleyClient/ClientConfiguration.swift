public import Foundation

/// The app, the server and the places that a ``GalleyClient`` uses.
public struct ClientConfiguration: Sendable {
    /// The public address of the read API, without `/v1`.
    public var address: URL
    /// The platform as Galley names it, for example `ios`.
    public var platform: String
    /// The app's version, for example `5.3.1`.
    public var clientVersion: String
    /// A random text that the app made at its first start and keeps; nil keeps the app out of partial rollouts.
    public var installation: String?
    /// The public keys that answers must be signed with one of; the app is built with them.
    public var keys: [PublicKey]
    /// The directory of the app in which manifests and contents are kept.
    public var directory: URL
    /// A directory in the app with a file `FEATURE.json` for each document to show before the first answer.
    public var bundled: URL?

    public init(
        address: URL, platform: String, clientVersion: String, installation: String?, keys: [PublicKey],
        directory: URL, bundled: URL? = nil
    ) {
        self.address = address
        self.platform = platform
        self.clientVersion = clientVersion
        self.installation = installation
        self.keys = keys
        self.directory = directory
        self.bundled = bundled
    }
}
