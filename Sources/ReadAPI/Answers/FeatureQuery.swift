import MicroHTTP
import SchemaRepository

/// What a client asks of a feature: `?platform=&client_version=[&bucket=]`. Unknown parameters are ignored.
struct FeatureQuery {
    let platform: String
    let version: ClientVersion
    /// 0 to 99.
    let bucket: Int?

    /// Reads the parameters; `platforms` are those there are.
    ///
    /// - Throws: `Problem` for one that is missing, repeated, malformed or unknown.
    init(_ query: QueryItems, platforms: Set<String>) throws(Problem) {
        guard let platform = try Self.single("platform", in: query) else { throw .missingParameter("platform") }
        guard let text = try Self.single("client_version", in: query) else {
            throw .missingParameter("client_version")
        }
        let bucketText = try Self.single("bucket", in: query)
        guard platforms.contains(platform) else { throw .unknownPlatform(platform, known: platforms) }
        do {
            version = try ClientVersion(text)
        } catch {
            throw .invalidClientVersion(because: error.description)
        }
        bucket = try bucketText.map { text throws(Problem) in try Self.bucket(text) }
        self.platform = platform
    }

    private static func single(_ name: String, in query: QueryItems) throws(Problem) -> String? {
        let values = query.all(name)
        guard values.count <= 1 else {
            throw .invalidParameter(name, because: "“\(name)” is given \(values.count) times; give it once.")
        }
        return values.first
    }

    private static func bucket(_ text: String) throws(Problem) -> Int {
        guard !text.isEmpty, text.utf8.count <= 2, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let bucket = Int(text)
        else { throw .invalidParameter("bucket", because: "“bucket” is a whole number from 0 to 99.") }
        return bucket
    }
}
