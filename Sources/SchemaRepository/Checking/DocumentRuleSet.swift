import JSONSchema
import JSONText

/// The document rules, by the annotations for which they apply.
package struct DocumentRuleSet: Sendable {
    private let kinds: [String: any DocumentRules]
    private let layouts: [String: any DocumentRules]

    /// The values of `x-layout` that have rules, sorted.
    let layoutNames: [String]

    /// Takes rules by the value of `x-kind` and by the value of `x-layout`.
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

    /// Returns the kind that a document without a `type` clearly has, as its value of `x-kind`; nil if it is not clear.
    func evidentKind(of root: JSONValue) -> String? {
        kinds.keys.sorted().first { kinds[$0]?.isEvident(root) ?? false }
    }

    /// Returns the rules that check a document of this kind instead of its schema; nil if the schema checks it.
    func onlyJudge(of root: JSONValue, kind: String) -> (any DocumentRules)? {
        kinds[kind].flatMap { $0.isOnlyJudge(of: root) ? $0 : nil }
    }
}
