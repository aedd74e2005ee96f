import MicroHTTP
import SchemaRepository

/// The query of a manifest or bundle request: `?platform=&client_version=[&after=][&features=a,b]`. Unknown parameters
/// are ignored.
struct ManifestQuery {
    let client: ClientQuery
    /// The name of the last feature of the page before; nil for the first page. Only for manifests.
    let after: String?
    /// The names of the features asked for, each once; nil for all. Only for bundles.
    let features: [String]?

    /// Parses the parameters; `platforms` are the known platforms.
    ///
    /// - Throws: `Problem` if the platform or the version is missing, one of these parameters is repeated or
    ///   malformed, the platform is unknown, or there are too many names.
    init(_ query: QueryItems, platforms: Set<String>) throws(Problem) {
        client = try ClientQuery(query, platforms: platforms)
        after = try ClientQuery.single("after", in: query)
        guard let list = try ClientQuery.single("features", in: query) else {
            features = nil
            return
        }
        let names = Set(list.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        guard !names.contains("") else {
            throw .invalidParameter("features", because: "“features” must be a list of names with commas between them.")
        }
        guard names.count <= ManifestWriter.featureLimit else {
            throw .tooLarge("A bundle has at most \(ManifestWriter.featureLimit) features; ask for fewer at once.")
        }
        features = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
