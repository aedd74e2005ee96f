import MicroHTTP
import SchemaRepository

/// The part of a query that states the client: `?platform=&client_version=`.
struct ClientQuery {
    let platform: String
    let version: ClientVersion

    /// Parses the parameters; `platforms` are the known platforms.
    ///
    /// - Throws: `Problem` if the platform or the version is missing, repeated or malformed, or if the platform is
    ///   unknown.
    init(_ query: QueryItems, platforms: Set<String>) throws(Problem) {
        // A malformed percent-encoding needs no check, because no platform or version contains a `%` or U+FFFD.
        guard let platform = try Self.item("platform", in: query)?.value else { throw .missingParameter("platform") }
        guard let text = try Self.item("client_version", in: query)?.value else {
            throw .missingParameter("client_version")
        }
        guard platforms.contains(platform) else { throw .unknownPlatform(platform, known: platforms) }
        do {
            version = try ClientVersion(text)
        } catch {
            throw .invalidClientVersion(text, because: error)
        }
        self.platform = platform
    }

    /// Returns the value of a parameter, or nil if it is missing.
    ///
    /// - Throws: `Problem` if the parameter is repeated or malformed.
    static func single(_ name: String, in query: QueryItems) throws(Problem) -> String? {
        guard let item = try Self.item(name, in: query) else { return nil }
        guard item.isWellFormed else {
            throw .invalidParameter(
                name, because: "“\(name.prefix(100))” has a malformed percent-encoding or is not UTF-8.")
        }
        return item.value
    }

    private static func item(_ name: String, in query: QueryItems) throws(Problem) -> QueryItems.Item? {
        let items = query.items(named: name)
        guard items.count <= 1 else {
            throw .invalidParameter(name, because: "“\(name)” is given \(items.count) times; give it once.")
        }
        return items.first
    }
}
