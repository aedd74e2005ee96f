import MicroHTTP
import SchemaRepository

/// The part of a query that states the client: `?platform=&client_version=`.
struct ClientQuery {
    let platform: String
    let version: ClientVersion

    /// Parses the parameters; `platforms` are the known ones.
    ///
    /// - Throws: `Problem` for a parameter that is missing, repeated or malformed, and for an unknown platform.
    init(_ query: QueryItems, platforms: Set<String>) throws(Problem) {
        guard let platform = try Self.single("platform", in: query) else { throw .missingParameter("platform") }
        guard let text = try Self.single("client_version", in: query) else {
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
    /// - Throws: `Problem` if the parameter is repeated.
    static func single(_ name: String, in query: QueryItems) throws(Problem) -> String? {
        let values = query.all(name)
        guard values.count <= 1 else {
            throw .invalidParameter(name, because: "“\(name)” is given \(values.count) times; give it once.")
        }
        return values.first
    }
}
