/// The range of app versions that an answer is for: the field `Galley-Versions`, for example `>=5.2 <6.0`.
struct AppVersions {
    /// The lower bound, spelled as Galley sent it. All versions in the range get the same answer, so requests use this
    /// one version and share one cache entry.
    let first: String
    private let from: AppVersion
    private let until: AppVersion?

    /// Parses the field; nil if it is not a lower bound with an optional upper one.
    init?(_ field: String) {
        let bounds = field.split(separator: " ")
        guard let bound = bounds.first, bound.hasPrefix(">="), let from = AppVersion(bound.dropFirst(2)) else {
            return nil
        }
        first = String(bound.dropFirst(2))
        self.from = from
        switch bounds.count {
        case 1: until = nil
        case 2:
            guard bounds[1].hasPrefix("<"), let until = AppVersion(bounds[1].dropFirst()) else { return nil }
            self.until = until
        default: return nil
        }
    }

    /// Returns true if the range contains a version.
    func contains(_ version: AppVersion) -> Bool { from <= version && until.map { version < $0 } ?? true }
}
