import JSONSchema
import JSONText

/// Writes the sentences that tell people why a document demands a version.
struct ReasonWording {
    let platform: String

    /// The platform's name for people.
    var platformName: String { PlatformTitle.of(platform) }

    /// Returns a sentence without its period, for example “`icon` needs iOS 3.4 or later”.
    func sentence(_ demand: Availability.Demand, schema: JSONValue, value: JSONValue) -> String {
        let subject = subject(schema: schema, value: value)
        let start = subject.prefix(1).uppercased() + subject.dropFirst()
        return switch (demand.version, demand.keyword) {
        case (let version?, .removed): "\(start) works only before \(platformName) \(version)"
        case (let version?, _): "\(start) needs \(platformName) \(version) or later"
        case (nil, .unsupported): "\(start) is not supported on \(platformName)\(reason(in: schema))"
        case (nil, _): "No version of \(platformName) supports \(subject) yet"
        }
    }

    /// Returns the subject of the sentence: an enum value with its property, an entity, a property, an item, or the
    /// document.
    private func subject(schema: JSONValue, value: JSONValue) -> String {
        if let text = value.string, schema["enum"] != nil {
            return "the value \(code: text)" + (place(of: value).map { " of \($0)" } ?? "")
        }
        if let name = schema[.name]?.string, schema["$id"] != nil { return "\(code: name)" }
        return place(of: value) ?? "the document"
    }

    /// Returns the name of a member, or the pointer of an item; nil for the document.
    private func place(of value: JSONValue) -> String? {
        let pointer = value.pointer
        return pointer.tokens.last.map { Int($0) == nil ? "\(code: $0)" : "\(code: pointer)" }
    }

    private func reason(in schema: JSONValue) -> String {
        schema[.unsupported]?[platform]?.string.map { " (\($0))" } ?? ""
    }
}
