/// The language and script of a language tag (RFC 5646), by which texts are chosen for a reader.
struct LanguageTag: Hashable, Sendable {
    /// The primary language in lower case, such as `zh`.
    let language: String
    /// The script in lower case, such as `hant`. If the tag has none, the script in which the language is usually
    /// written; nil for languages that `likelyScript` does not list.
    let script: String?

    /// Parses a tag; case does not matter. An empty tag is English.
    init(_ tag: String) {
        let subtags = tag.lowercased().split(separator: "-")
        language = subtags.first.map(String.init) ?? "en"
        // A single letter begins an extension, which names neither a script nor a region.
        let rest = subtags.dropFirst().prefix { $0.utf8.count > 1 }
        let stated = rest.first { $0.utf8.count == Self.scriptLength && $0.utf8.allSatisfy(Self.isLetter) }
        script = stated.map(String.init) ?? Self.likelyScript(of: language, in: rest)
    }

    /// Returns true if somebody who asks for this tag can read texts of the other: the language is the same, and so is
    /// the script, as far as both are known.
    func admits(_ other: LanguageTag) -> Bool {
        guard language == other.language else { return false }
        guard let script, let otherScript = other.script else { return true }
        return script == otherScript
    }

    /// Returns true if a language range (RFC 4647, section 3.3.1) contains a tag; case does not matter.
    static func range(_ range: String, contains tag: String) -> Bool {
        "\(tag)-".lowercased().hasPrefix("\(range)-".lowercased())
    }

    private static let scriptLength = 4

    /// The regions in which Chinese is usually written in the traditional script (CLDR, likely subtags).
    private static let traditional: Set<Substring> = ["tw", "hk", "mo"]

    /// Returns the script in which a language is usually written, in a region if one is among the subtags.
    private static func likelyScript(of language: String, in subtags: some Sequence<Substring>) -> String? {
        switch language {
        case "zh": subtags.contains { traditional.contains($0) } ? "hant" : "hans"
        case "ar", "fa": "arab"
        case "ru": "cyrl"
        case "en": "latn"
        default: nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
