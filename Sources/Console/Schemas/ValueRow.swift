import JSONSchema
import JSONText
import Mustache
import Preview

/// A value of an enum.
struct ValueRow: Sendable {
    var value: String
    var title: LocalizedText
    var description: LocalizedText
    var support: SupportSummary
    /// The value that clients may get instead if they do not know this one.
    var unknownAs: String?
    var swatch: Swatch?

    static let sample = ValueRow(
        value: "accent", title: .sample, description: .sample, support: .sample, unknownAs: "textPrimary",
        swatch: .sample)
}

extension SchemaReading {
    /// Returns the values of an enum in source order.
    func values(of schema: JSONValue) -> [ValueRow] {
        (schema["enum"].map { Array($0.elements) } ?? []).map { value in
            let text = value.string ?? value.rawText
            let annotations = schema[.values]?[text]
            return ValueRow(
                value: text, title: LocalizedText("title", of: annotations, in: language),
                description: LocalizedText("description", of: annotations, in: language),
                support: support(annotations), unknownAs: annotations?["unknownAs"]?.string,
                swatch: annotations?["token"].flatMap { Swatch(DesignToken($0)) })
        }
    }
}

extension ValueRow: MustacheParent {
    func child(named property: String) -> Any? {
        switch property {
        case "value": value
        case "title": title
        case "description": description
        case "support": support
        case "unknownAs": unknownAs
        case "swatch": swatch
        default: nil
        }
    }
}
