import Foundation
import Publishing

/// The sentences about names that features cannot get.
enum FeatureNameWords {
    /// Returns the reason why no feature can get a name that another one has, or still answers to.
    static func taken(_ name: String, by feature: Feature, in features: FeatureStore) throws -> String {
        let former = try feature.name == name ? nil : features.renaming(from: name)?.former
        guard let former else { return Texts["features.name-taken", ["name": name]] }
        return Texts[
            "features.former-name-taken",
            [
                "name": name, "feature": feature.name,
                "date": former.until.formatted(.iso8601.year().month().day()),
            ]]
    }
}
