package import Foundation
package import Logging
package import Publishing

/// What the console is built from.
package struct ConsoleDependencies: Sendable {
    package var stores: Stores
    /// The directory of the page templates, with `preview/` below it.
    package var templates: String
    /// The directory of styles, scripts and icons.
    package var assets: String
    /// Where the distribution keeps its editor component; without it the text area works alone.
    package var editorAssets = "/usr/share/javascript/codemirror"
    /// The console's own address as people see it: decides whether cookies are secure, and which origin forms have.
    package var baseURL: String
    /// The read API's address as apps see it.
    package var readBaseURL: String
    /// Fetches what signs forms and preview addresses: one secret for all nodes of an installation, at least 32 bytes.
    package var signingKey: @Sendable () throws -> [UInt8]
    package var logger: Logger
    package var now: @Sendable () -> Date
    /// Makes secrets and idempotency keys: 256 unpredictable bits as text.
    package var token: @Sendable () -> String
    /// Limits of the work that is done at once, and that may wait.
    var heavyWork = HeavyWork.Limits()
    /// Whether the node can work, for `/readyz`: the database answers and is migrated.
    package var isReady: @Sendable () -> Bool
    /// The database’s host, name and user, for an operator; never a password.
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
