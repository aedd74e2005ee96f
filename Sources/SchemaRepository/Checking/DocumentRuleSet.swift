import JSONSchema
import JSONText

/// The document rules, by `x-kind` and by `x-layout`. They apply to the values of the schemas with these annotations.
package struct DocumentRuleSet: Sendable {
    private let kinds: [String: any DocumentRules]
    private let layouts: [String: any DocumentRules]

    /// The values of `x-layout` that have rules, sorted.
    let layoutNames: [String]

    /// Creates a set from rules by the value of `x-kind` and rules by the value of `x-layout`.
    package init(kinds: [String: any DocumentRules], layouts: [String: any DocumentRules]) {
        self.kinds = kinds
        self.layouts = layouts
        layoutNames = layouts.keys.sorted()
    }

    /// Returns the rules for values of a schema with this source.
    func rules(for source: JSONValue) -> [any DocumentRules] {
        let byKind = source[.kind]?.string.flatMap { kinds[$0] }
        let byLayout = source[.layout]?.string.flatMap { layouts[$0] }
        return [byKind, byLayout].compactMap(\.self)
    }

    /// Returns the `x-kind` of a document whose `type` is missing or names no kind, by its structure; nil if no rules
    /// recognize the document.
    func recognizedKind(of root: JSONValue) -> String? {
        kinds.keys.sorted().first { kinds[$0]?.recognizes(root) ?? false }
    }

    /// Returns the rules that check a document of this `x-kind` instead of its schema; nil if the schema checks it.
    func rulesInsteadOfSchema(of root: JSONValue, kind: String) -> (any DocumentRules)? {
        kinds[kind].flatMap { $0.replacesSchema(of: root) ? $0 : nil }
    }
}
