import Publishing

/// The digest of everything that an index serves, kept from one report to the next, so that only the digests of changed
/// features are computed.
struct ServedDigest {
    private var features: [String: (index: FeatureIndex, digest: StateDigest)] = [:]
    /// The sum of the features' digests.
    private(set) var sum = StateDigest.empty

    /// Updates the sum to the state of an index in which only these features have changed since the last update.
    mutating func update(with changed: [FeatureIndex]) {
        for feature in changed { update(with: feature) }
    }

    /// Updates the sum to the state of an index.
    mutating func update(with index: ReadIndex) {
        var count = 0
        for feature in index.allFeatures {
            count += 1
            update(with: feature)
        }
        guard features.count > count else { return }
        // A restored database may lack features that were served before.
        let names = Set(index.allFeatures.map(\.snapshot.name))
        for (name, known) in features where !names.contains(name) {
            sum = sum - known.digest
            features[name] = nil
        }
    }

    private mutating func update(with feature: FeatureIndex) {
        let known = features[feature.snapshot.name]
        guard known?.index !== feature else { return }
        let digest = feature.snapshot.digest
        sum = sum - (known?.digest ?? .empty) + digest
        features[feature.snapshot.name] = (feature, digest)
    }
}
