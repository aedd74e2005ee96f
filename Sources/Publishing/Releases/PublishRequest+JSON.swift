import Foundation
package import JSONText
import SchemaRepository

/// A fault of the JSON of a request to publish.
package struct PublishRequestError: Error, CustomStringConvertible {
    package let pointer: JSONPointer
    package let description: String
}

extension PublishRequest {
    /// Reads `{"rules": [{"feature", "revision", "platform", "from", "until", "percent", "expected"}], "expected",
    /// "reason"}`, as the management API and `galley release publish --rules` take it; `until`, `percent`, both
    /// `expected` and `reason` may be missing.
    package init(_ json: JSONValue) throws(PublishRequestError) {
        var rules: [RuleRequest] = []
        guard let values = json["rules"], values.kind == .array else {
            throw PublishRequestError(pointer: json.pointer, description: "`rules` is missing.")
        }
        for value in values.elements { rules.append(try RuleRequest(value)) }
        self.init(rules, expectedRelease: json["expected"]?.integer, reason: json["reason"]?.string ?? "")
    }
}

extension RuleRequest {
    fileprivate init(_ json: JSONValue) throws(PublishRequestError) {
        func text(_ name: String) throws(PublishRequestError) -> String {
            guard let text = json[name]?.string else {
                throw PublishRequestError(pointer: json.pointer, description: "`\(name)` is missing or not a text.")
            }
            return text
        }
        func version(_ name: String, _ text: String) throws(PublishRequestError) -> ClientVersion {
            do { return try ClientVersion(text) } catch {
                throw PublishRequestError(
                    pointer: json[name]?.pointer ?? json.pointer, description: "`\(name)`: \(error)")
            }
        }
        guard let revision = json["revision"]?.integer else {
            throw PublishRequestError(pointer: json.pointer, description: "`revision` is missing or not a number.")
        }
        var percent = RolloutPercent.everyone
        if let value = json["percent"] {
            guard let number = value.number?.double, let share = RolloutPercent("\(number)") else {
                throw PublishRequestError(
                    pointer: value.pointer, description: "`percent` must be 0 to 100 in steps of 0.1.")
            }
            percent = share
        }
        var until: ClientVersion?
        if let value = json["until"]?.string { until = try version("until", value) }
        self.init(
            feature: try text("feature"), revision: revision, platform: try text("platform"),
            from: try version("from", try text("from")), until: until, percent: percent,
            expectedRelease: json["expected"]?.integer)
    }
}

extension PublishRequest {
    /// Returns the JSON text that `init(_:)` reads.
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
