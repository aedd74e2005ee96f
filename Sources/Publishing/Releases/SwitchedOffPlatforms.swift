import PostgreSQL
import SchemaRepository

/// Finds the platforms that a release planned earlier must not switch back on.
enum SwitchedOffPlatforms {
    /// Returns a problem for each platform of the rules on which a feature is switched off. `release`: Platforms that
    /// were already off after this release are left out, because the plan was made to switch them on; nil to leave none
    /// out.
    static func problems(
        of feature: Feature, _ rules: [RuleRequest], exceptThoseAfter release: Int? = nil, on connection: Connection
    ) throws -> [ReleaseProblem] {
        let state = try FeatureState(of: feature, after: feature.liveRelease ?? 0, on: connection)
        var platforms = Set(rules.map(\.platform)).intersection(state.switchedOff)
        if let release, !platforms.isEmpty {
            platforms.subtract(try FeatureState(of: feature, after: release, on: connection).switchedOff)
        }
        return platforms.sorted().map { platform in
            ReleaseProblem(
                code: "switched-off",
                message: "\(feature.name) is switched off on \(PlatformTitle.of(platform)); switch it on first.",
                feature: feature.name)
        }
    }
}
