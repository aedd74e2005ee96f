import MicroHTTP
import SchemaRepository

/// The query of a feature request: `?platform=&client_version=[&bucket=]`. Unknown parameters are ignored.
struct FeatureQuery {
    let client: ClientQuery
    /// The rollout bucket, 0 to 999; nil if the client states none.
    let bucket: Int?

    /// Parses the parameters; `platforms` are the known platforms.
    ///
    /// - Throws: `Problem` if the platform or the version is missing, one of these parameters is repeated or
    ///   malformed, or the platform is unknown.
    init(_ query: QueryItems, platforms: Set<String>) throws(Problem) {
        client = try ClientQuery(query, platforms: platforms)
        bucket = try ClientQuery.single("bucket", in: query).map { text throws(Problem) in try Self.bucket(text) }
    }

    private static func bucket(_ text: String) throws(Problem) -> Int {
        guard !text.isEmpty, text.utf8.count <= 3, text.utf8.allSatisfy({ (48...57).contains($0) }),
            let bucket = Int(text)
        else { throw .invalidParameter("bucket", because: "“bucket” must be a whole number from 0 to 999.") }
        return bucket
    }
}
