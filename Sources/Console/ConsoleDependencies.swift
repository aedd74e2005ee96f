package import Foundation
package import Logging
package import MicroHTTP
package import Publishing

/// Everything that the console is created from.
package struct ConsoleDependencies: Sendable {
    package var stores: Stores
    /// The directory of the page templates, with `api/`, `preview/` and `texts/` below it.
    package var templates: String
    /// The directory of styles, scripts and icons.
    package var assets: String
    /// The directory of the code editor from the Linux distribution's package; without it, the editor page has a plain
    /// text area.
    package var editorAssets = EditorComponent.directory
    /// The console's public address. It determines if cookies are secure. Forms are accepted from its origin, and from
    /// the host in the request's `Host` field.
    package var baseURL: String
    /// The read API's public address.
    package var readBaseURL: String
    /// The address at which devices reach the service listener.
    package var serviceBaseURL = ""
    /// Loads the signing secret that all nodes of an installation share, at least 32 bytes.
    package var signingKey: @Sendable () throws -> [UInt8]
    package var logger: Logger
    package var now: @Sendable () -> Date
    /// Creates secrets and idempotency keys: 256 random bits as text.
    package var token: @Sendable () -> String
    /// The private networks from which git may fetch schemas.
    package var gitNetworks: [AddressBlock] = []
    /// The private networks to which webhooks may be posted.
    package var webhookNetworks: [AddressBlock] = []
    /// The limits of heavy work, such as checks and previews, that runs or waits at the same time.
    var heavyWork = FairWorkQueue.Limits()
    /// Returns true if the database answers and is migrated, for `/readyz`.
    package var isReady: @Sendable () -> Bool
    /// The database's host, name and user for operators; never a password.
    package var database: String

    package init(
        stores: Stores, templates: String, assets: String, baseURL: String, readBaseURL: String,
        signingKey: @escaping @Sendable () throws -> [UInt8], logger: Logger, now: @escaping @Sendable () -> Date,
        token: @escaping @Sendable () -> String,
        isReady: @escaping @Sendable () -> Bool, database: String
    ) {
        self.stores = stores
        self.templates = templates
        self.assets = assets
        self.baseURL = baseURL
        self.readBaseURL = readBaseURL
        self.signingKey = signingKey
        self.logger = logger
        self.now = now
        self.token = token
        self.isReady = isReady
        self.database = database
    }
}
