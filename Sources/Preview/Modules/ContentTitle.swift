import JSONText
import SchemaRepository

/// The title of a module's content: the title of its document, or else the first text in it.
enum ContentTitle {
    /// Returns the title of a module's content. If there is none, returns the feature's name if the content is a
    /// feature; otherwise nil.
    static func title(of module: FlowModule, others: OtherDocuments, depth: Int = 0) -> String? {
        switch module.content {
        case .element(let element, _):
            return element["title"]?.string ?? firstText(in: element)
        case .feature(let name):
            return others.document(of: name)?.document.flatMap { title(of: $0.root, others: others, depth: depth) }
                ?? name
        case .empty:
            return nil
        }
    }

    private static func title(of root: JSONValue, others: OtherDocuments, depth: Int) -> String? {
        if let title = root["title"]?.string { return title }
        // The words of one of several modules do not describe the others.
        guard root["modules"] == nil else { return nil }
        guard root["content"] != nil, depth < 3 else { return firstText(in: root) }
        return title(of: FlowModule(root, path: "", others: others), others: others, depth: depth + 1)
    }

    /// Returns the first text that is probably not an enum value, identifier or URL; examines fewer than 500 values.
    private static func firstText(in value: JSONValue) -> String? {
        var remaining = 500
        return firstText(in: value, name: "", remaining: &remaining)
    }

    private static func firstText(in value: JSONValue, name: String, remaining: inout Int) -> String? {
        remaining -= 1
        guard remaining > 0, !TextSurvey.unreadMembers.contains(name) else { return nil }
        switch value.kind {
        case .string:
            return value.string.flatMap { isProse($0) ? $0 : nil }
        case .array:
            for element in value.elements {
                if let found = firstText(in: element, name: name, remaining: &remaining) { return found }
            }
        case .object:
            for member in value.members {
                if let found = firstText(in: member.value, name: member.name, remaining: &remaining) { return found }
            }
        default:
            break
        }
        return nil
    }

    private static func isProse(_ text: String) -> Bool {
        guard text.contains(where: \.isLetter), !text.contains("://") else { return false }
        return text.contains(" ") || text.first?.isUppercase == true || text.unicodeScalars.contains { $0.value > 0xBF }
    }
}
