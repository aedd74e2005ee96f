import JSONText
import SchemaRepository

/// The rules of option sheets: no two segments have the same keyword, the parser's values are JSON Pointers, and the
/// parser uses only one of the two cell styles.
struct OptionSheetRules: DocumentRules {
    /// The value of `x-kind` for which these rules apply.
    static let kind = "optionSheet"

    func diagnostics(of value: JSONValue, in document: JSONDocument) -> [Diagnostic] {
        segments(of: value["tool"]?["segments"], in: document)
            + parser(value["dataProvider"]?["parser"], in: document)
    }

    private func segments(of segments: JSONValue?, in document: JSONDocument) -> [Diagnostic] {
        var seen: Set<JSONName> = []
        return (segments.map { Array($0.elements) } ?? []).compactMap { segment in
            guard let value = segment["keyword"], let keyword = value.string,
                !seen.insert(JSONName(keyword)).inserted
            else { return nil }
            let message =
                keyword.isEmpty
                ? "Another segment already has an empty keyword"
                : "Another segment already has the keyword \(code: keyword)"
            return .rule("duplicateValue", message, at: value, in: document)
        }
    }

    private func parser(_ parser: JSONValue?, in document: JSONDocument) -> [Diagnostic] {
        guard let parser, parser.kind == .object else { return [] }
        let pointers = parser.members.compactMap { member -> Diagnostic? in
            guard let text = member.value.string, JSONPointer(text) == nil else { return nil }
            return .pointer(text, at: member.value, in: document)
        }
        let classic = ["title", "icon", "accessory"].filter { parser[$0] != nil }
        guard parser["element"] != nil, let other = classic.first else { return pointers }
        let message = "Use either `element` (the custom cell style) or `\(other)` (the classic one), not both"
        return pointers + [.rule("cellStyle", message, at: parser, in: document)]
    }
}

extension Diagnostic {
    /// Returns the fault of a string that should be a JSON Pointer but is not.
    static func pointer(_ text: String, at value: JSONValue, in document: JSONDocument) -> Diagnostic {
        let suggestion = text.hasPrefix("/") ? nil : "/" + text
        let message = "\(code: text) is not a pointer; write one as in `/item/id`" + didYouMean(suggestion)
        return .rule("pointer", message, at: value, in: document, suggestion: suggestion)
    }
}
