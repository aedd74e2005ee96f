/// A route that both the read and the service process answer, from memory alone. Requests for single features have no
/// case here, because only the read process answers them.
enum PreparedRoute: CaseIterable {
    case manifest, bundle, content, keys, openAPI, health, readiness, metrics

    /// The pattern of the paths.
    var pattern: String {
        switch self {
        case .manifest: Routes.manifest
        case .bundle: Routes.bundle
        case .content: Routes.contents + ":hash"
        case .keys: Routes.keys
        case .openAPI: Routes.openAPI
        case .health: Routes.health
        case .readiness: Routes.readiness
        case .metrics: Routes.metrics
        }
    }

    /// Finds the route of a path, which is not decoded; nil for every other path.
    ///
    /// The pattern of contents has a parameter, so only its prefix is compared; every other pattern must be the whole
    /// path.
    init?(path: String) {
        if path.hasPrefix(Routes.contents) {
            self = .content
        } else {
            guard let route = Self.allCases.first(where: { $0.pattern == path }) else { return nil }
            self = route
        }
    }
}
