import JSONText

/// The rules of documents by the annotations that call for them.
package struct DocumentRuleSet: Sendable {
    private let kinds: [String: any DocumentRules]
    private let layouts: [String: any DocumentRules]

    /// The values of `x-layout` that call for rules, sorted.
    let layoutNames: [String]

    /// Rules by the value of `x-kind`, and by that of `x-layout`.
    package init(kinds: [String: any DocumentRules], layouts: [String: any DocumentRules]) {
        self.kinds = kinds
        self.layouts = layouts
        layoutNames = layouts.keys.sorted()
    }

    /// The rules for values of a schema with this source.
    func rules(for source: JSONValue) -> [any DocumentRules] {
        let byKind = source["x-kind"]?.string.flatMap { kinds[$0] }
        let byLayout = source["x-layout"]?.string.flatMap { layouts[$0] }
        return [byKind, byLayout].compactMap(\.self)
    }

    /// The value of `x-kind` that a document without a `type` can only have, or nil.
    func evidentKind(of root: JSONValue) -> String? {
        kinds.keys.sorted().first { kinds[$0]?.isEvident(root) ?? false }
    }

    /// The rules that alone judge a document of this kind, or nil where its schema does.
    func onlyJudge(of root: JSONValue, kind: String) -> (any DocumentRules)? {
        kinds[kind].flatMap { $0.isOnlyJudge(of: root) ? $0 : nil }
    }
}
