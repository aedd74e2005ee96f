public import Foundation

/// The app, the server and the directories that a ``GalleyClient`` uses.
public struct ClientConfiguration: Sendable {
    /// The public address of the read API, without `/v1`.
    public var address: URL
    /// The platform as Galley names it, for example `ios`.
    public var platform: String
    /// The app's version, for example `5.3.1`.
    public var clientVersion: String
    /// A random text that the app creates at its first start and stores; nil excludes the app from partial rollouts.
    public var installation: String?
    /// The public keys that the app is built with; a manifest must be signed with one of them.
    public var keys: [PublicKey]
    /// The directory of the app in which manifests and contents are stored.
    public var directory: URL
    /// A directory in the app with files `FEATURE.json`: the documents to show until newer ones have been fetched.
    /// After an update of the app, these documents are shown until its first complete `update()`, even for features
    /// that were switched off before.
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

    /// Returns the bucket of the installation for a feature; nil without an installation.
    func bucket(for feature: String) -> Int? {
        installation.map { Bucket.number(ofInstallation: $0, feature: feature) }
    }
}
