import JSONSchema
import JSONText

/// Writes the sentences that tell people why a document demands a version.
struct ReasonWording {
    let platform: String

    /// The platform's name for people.
    var platformName: String { PlatformTitle.of(platform) }

    /// Returns a sentence, for example “iOS 6.0 or later, because `/content/size` is `xxl`.”
    func sentence(_ demand: Availability.Demand, schema: JSONValue, value: JSONValue) -> String {
        let because = "because \(subject(value)) \(predicate(schema: schema, value: value))"
        return switch (demand.version, demand.keyword) {
        case (let version?, .removed): "\(platformName) before \(version), \(because)"
        case (let version?, _): "\(platformName) \(version) or later, \(because)"
        case (nil, .unsupported): "Never on \(platformName)\(reason(in: schema)), \(because)"
        case (nil, _): "No version of \(platformName) yet, \(because)"
        }
    }

    private func subject(_ value: JSONValue) -> String {
        let pointer = value.pointer
        return pointer.tokens.isEmpty ? "the document" : "`\(pointer)`"
    }

    private func predicate(schema: JSONValue, value: JSONValue) -> String {
        if let text = value.string, schema["enum"] != nil { return "is `\(text)`" }
        if let name = schema[.name]?.string, schema["$id"] != nil { return "is \(article(for: name)) \(name)" }
        return "is given"
    }

    private func article(for name: String) -> String { "aeiouAEIOU".contains(name.prefix(1)) ? "an" : "a" }

    private func reason(in schema: JSONValue) -> String {
        schema[.unsupported]?[platform]?.string.map { " (\($0))" } ?? ""
    }
}
