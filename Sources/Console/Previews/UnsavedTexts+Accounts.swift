import Publishing

extension UnsavedTexts {
    /// Stores an account's unsaved text of a feature and returns its key.
    func hold(_ bytes: [UInt8], of feature: Feature, by account: Account) -> String {
        keep(Entry(bytes: bytes, kind: feature.kind, featureID: feature.id, owner: account.id))
    }

    /// Returns an account's unsaved text of a feature; nil if it is no longer stored, or was stored for another account
    /// or another feature.
    func held(_ key: String, of feature: Feature, by account: Account) -> Entry? {
        entry(key).flatMap { $0.featureID == feature.id && $0.owner == account.id ? $0 : nil }
    }
}
