package import JSONText

/// An entity, property or enum value that a document uses and a build of an app does not decode.
package struct CapabilityLack: Sendable, Hashable {
    package let name: CapabilityName
    /// The pointer of the first value found that uses the entity, property or enum value.
    package let pointer: JSONPointer
    /// The range of that value in the text of the document.
    package let range: SourceRange

    /// The sort key: the offset in the document; at the same place, properties come before entities and entities before
    /// enum values.
    var rank: (Int, Int, String, String) {
        let kind = name.kind == .property ? 0 : name.kind == .entity ? 1 : 2
        return (range.start.offset, kind, name.entity, name.member)
    }
}

extension CapabilityLack {
    /// Returns one sentence without its period, such as “iOS 6.2.0 does not decode the value `xxl` of
    /// `/enums/ButtonSize`”.
    package func sentence(platform: String, client: String) -> String {
        "\(Self.client(client, platform: platform)) does not decode \(name.words)"
    }

    /// Returns a build's label after the name of its platform, such as “iOS 6.2.0 (build 1042)”.
    package static func client(_ label: String, platform: String) -> String {
        "\(ReasonWording(platform: platform).platformName) \(label)"
    }
}
