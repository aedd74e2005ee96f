/// The owner and the tags of a feature.
package struct FeatureLabels: Sendable, Hashable {
    /// The maximum length of an owner in Unicode scalars.
    package static let maximumOwner = 100
    /// The maximum length of a tag in Unicode scalars.
    package static let maximumTag = 50
    /// The maximum number of tags of a feature.
    package static let maximumTags = 20

    /// A person or a team; empty for none.
    package var owner: String
    /// Lower-case words without white space and commas, each once.
    package var tags: [String]

    package init(owner: String = "", tags: [String] = []) {
        self.owner = owner
        self.tags = tags
    }

    /// Returns the tags that a text separates by commas or white space, in lower case and each once.
    package static func tags(in text: String) -> [String] {
        text.split { $0 == "," || $0 == "،" || $0 == "、" || $0.isWhitespace }.map { $0.lowercased() }
            .reduce(into: []) { tags, tag in if !tags.contains(tag) { tags.append(tag) } }
    }

    /// The outcome for the first limit that the labels break; nil if they may be stored.
    package var fault: LabelOutcome? {
        if owner.unicodeScalars.count > Self.maximumOwner { return .ownerTooLong }
        if tags.count > Self.maximumTags { return .tooManyTags }
        if let tag = tags.first(where: { $0.unicodeScalars.count > Self.maximumTag }) { return .tagTooLong(tag) }
        if let text = ([owner] + tags).first(where: { !DisplayName.isValid($0) }) { return .invisibleCharacters(text) }
        return nil
    }
}

/// The outcome of changing the owner or the tags of a feature.
package enum LabelOutcome: Sendable, Hashable {
    case changed(FeatureLabels)
    case unchanged(FeatureLabels)
    case noSuchFeature
    /// The owner exceeds `FeatureLabels.maximumOwner`.
    case ownerTooLong
    /// A tag exceeds `FeatureLabels.maximumTag`.
    case tagTooLong(String)
    /// There are more tags than `FeatureLabels.maximumTags`.
    case tooManyTags
    /// The text breaks `DisplayName.rule`.
    case invisibleCharacters(String)
}
