import MicroHTTP
import SchemaRepository

/// The query of a feature request: `?platform=&client_version=[&bucket=]`. Unknown parameters are ignored.
struct FeatureQuery {
    let platform: String
    let version: ClientVersion
    /// The rollout bucket, 0 to 999.
    let bucket: Int?

    /// Parses the parameters; `platforms` are the known ones.
    ///
    /// - Throws: `Problem` for a parameter that is missing, repeated, malformed or unknown.
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
        guard !text.isEmpty, text.utf8.count <= 3, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let bucket = Int(text)
        else { throw .invalidParameter("bucket", because: "“bucket” is a whole number from 0 to 999.") }
        return bucket
    }
}
