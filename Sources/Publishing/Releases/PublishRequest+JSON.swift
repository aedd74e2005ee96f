import Foundation
package import JSONText
import SchemaRepository

/// An error in the JSON of a request to publish.
package struct PublishRequestError: Error, CustomStringConvertible {
    package let pointer: JSONPointer
    package let description: String
}

extension PublishRequest {
    /// Reads `{"rules": [{"feature", "revision", "platform", "from", "until", "percent", "expected"}], "expected",
    /// "reason"}`, the format of the management API and of `galley release publish --rules`. `until`, `percent`, both
    /// `expected` and `reason` are optional. Unknown members of the request are ignored; unknown members of a rule are
    /// errors.
    package init(_ json: JSONValue) throws(PublishRequestError) {
        var rules: [RuleRequest] = []
        guard let values = json["rules"], values.kind == .array else {
            throw PublishRequestError(pointer: json.pointer, description: "`rules` is missing or not a list.")
        }
        for value in values.elements { rules.append(try RuleRequest(value)) }
        self.init(
            rules, expectedRelease: try json.number("expected"), reason: try json.text("reason") ?? "")
    }

    /// Reads a file in the same format; throws an error if it has unknown members.
    package init(file json: JSONValue) throws(PublishRequestError) {
        try json.hasOnly(["rules", "expected", "reason"])
        try self.init(json)
    }
}

extension JSONValue {
    /// Returns the text of a member; nil if it is missing or null. Throws an error for other values.
    fileprivate func text(_ name: String) throws(PublishRequestError) -> String? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let text = value.string else {
            throw PublishRequestError(pointer: value.pointer, description: "`\(name)` is not a text.")
        }
        return text
    }

    /// Returns the whole number of a member; nil if it is missing or null. Throws an error for other values.
    fileprivate func number(_ name: String) throws(PublishRequestError) -> Int? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let number = value.integer else {
            throw PublishRequestError(pointer: value.pointer, description: "`\(name)` is not a whole number.")
        }
        return number
    }

    /// Throws an error if the value is not an object, or has members with other names.
    fileprivate func hasOnly(_ names: [String]) throws(PublishRequestError) {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        guard kind == .object else {
            throw PublishRequestError(
                pointer: pointer, description: "An object is expected here; its possible members are \(list).")
        }
        for member in members where !names.contains(member.name) {
            let nearest = Suggestion.nearest(to: member.name, among: names)
            throw PublishRequestError(
                pointer: member.value.pointer,
                description: nearest.map { "`\(member.name)` is unknown; did you mean `\($0)`?" }
                    ?? "`\(member.name)` is unknown; the possible names are \(list).")
        }
    }
}

extension RuleRequest {
    /// The allowed members of a rule.
    private static let members = ["feature", "revision", "platform", "from", "until", "percent", "expected"]

    fileprivate init(_ json: JSONValue) throws(PublishRequestError) {
        try json.hasOnly(Self.members)
        func text(_ name: String) throws(PublishRequestError) -> String {
            guard let text = try json.text(name) else {
                throw PublishRequestError(pointer: json.pointer, description: "`\(name)` is missing.")
            }
            return text
        }
        func version(_ name: String, _ text: String) throws(PublishRequestError) -> ClientVersion {
            do { return try ClientVersion(text) } catch {
                throw PublishRequestError(
                    pointer: json[name]?.pointer ?? json.pointer, description: "`\(name)`: \(error)")
            }
        }
        guard let revision = try json.number("revision") else {
            throw PublishRequestError(pointer: json.pointer, description: "`revision` is missing.")
        }
        var percent = RolloutPercent.everyone
        if let value = json["percent"], !value.isNull {
            guard let number = value.number?.double, let share = RolloutPercent("\(number)") else {
                throw PublishRequestError(
                    pointer: value.pointer, description: "`percent` must be a multiple of 0.1 from 0 to 100.")
            }
            percent = share
        }
        var until: ClientVersion?
        if let value = try json.text("until") { until = try version("until", value) }
        self.init(
            feature: try text("feature"), revision: revision, platform: try text("platform"),
            from: try version("from", try text("from")), until: until, percent: percent,
            expectedRelease: try json.number("expected"))
    }
}

extension PublishRequest {
    /// Returns the JSON text that `init(_:)` reads: the rules, `expectedRelease` and `reason`.
    func json() throws -> String {
        struct Written: Encodable {
            let rules: [Line]
            let expected: Int?
            let reason: String
        }
        struct Line: Encodable {
            let feature: String
            let revision: Int
            let platform: String
            let from: String
            let until: String?
            let percent: RolloutPercent
            let expected: Int?
        }
        let lines = rules.map {
            Line(
                feature: $0.feature, revision: $0.revision, platform: $0.platform, from: $0.from.text,
                until: $0.until?.text, percent: $0.percent, expected: $0.expectedRelease)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(
            decoding: try encoder.encode(Written(rules: lines, expected: expectedRelease, reason: reason)),
            as: UTF8.self)
    }
}
