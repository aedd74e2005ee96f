package import JSONText

/// A part of the schemas that a document uses and a build does not decode.
package struct CapabilityLack: Sendable, Hashable {
    package let name: CapabilityName
    /// The first place of the document that uses it.
    package let pointer: JSONPointer
    package let range: SourceRange

    /// Sorts by place in the document; a property comes before the value that it has.
    var rank: (Int, Int, String, String) {
        let kind = name.kind == .property ? 0 : name.kind == .entity ? 1 : 2
        return (range.start.offset, kind, name.entity, name.member)
    }
}

extension CapabilityLack {
    /// One sentence without its full stop, as in “iOS 6.2.0 does not decode the value `xxl` of `/enums/ButtonSize`”.
    package func sentence(platform: String, client: String) -> String {
        "\(Self.client(client, platform: platform)) does not decode \(name.words)"
    }

    /// A build with the name of its platform, as in “iOS 6.2.0 (build 1042)”.
    package static func client(_ label: String, platform: String) -> String {
        "\(ReasonWording(platform: platform).platformName) \(label)"
    }
}
