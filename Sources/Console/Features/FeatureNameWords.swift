import Foundation
import Publishing

/// The messages about names that a feature cannot get.
enum FeatureNameWords {
    /// Returns the message for a name that is taken: it is the name of `feature`, or a former name that still works for
    /// that feature.
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
