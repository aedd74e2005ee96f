import Foundation
import JSONSchema
import JSONText

/// The JSON Schema of one step: its parts, its references, and validation.
final class FormSchema {
    /// The schema in the form's own document.
    let root: JSONValue
    /// The remaining budget of the page.
    let work: WorkBudget
    /// Of many steps few are asked what they accept.
    private lazy var compiled: Schema? = compile()
    /// The compiled parts by where they begin in the schema's own text.
    private lazy var nodes: [Int: SchemaNode] = compiled.map { Self.parts(from: $0.root) } ?? [:]

    init(_ schema: JSONValue, work: WorkBudget) {
        root = schema
        self.work = work
    }

    private func compile() -> Schema? {
        guard !work.isSpent, let document = try? JSONDocument(parsing: root.rawBytes) else { return nil }
        var resources = SchemaResources()
        resources.add(document, uri: "galley:form")
        var options = CompileOptions()
        options.dependenciesInEveryDraft = true
        options.assertFormats = true
        // Invalid schemas are reported when the document is checked; here the usable parts are used.
        options.checksMetaschema = false
        options.maximumDuration = .milliseconds(500)
        return try? Schema.compile("galley:form", in: resources, options: options, within: work)
    }

    /// Every part that validation can reach.
    private static func parts(from root: SchemaNode) -> [Int: SchemaNode] {
        var nodes: [Int: SchemaNode] = [:]
        var pending = [root]
        var seen: Set<SchemaNode> = [root]
        while let node = pending.popLast() {
            nodes[node.source.range.lowerBound] = node
            var parts = [node.reference, node.not, node.if, node.then, node.else, node.items, node.contains]
            parts += node.allOf + node.anyOf + node.oneOf + node.prefixItems
            parts += node.properties.map(\.node) + node.dependentSchemas.map(\.node)
            parts.append(node.additionalProperties)
            for part in parts.compactMap(\.self) where seen.insert(part).inserted { pending.append(part) }
        }
        return nodes
    }

    /// Returns the schema that a reference such as `#/$defs/address` points to.
    func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#"), work.spend(64) else { return nil }
        let fragment = String(reference.dropFirst())
        return JSONPointer(fragment.removingPercentEncoding ?? fragment).flatMap { root.value(at: $0) }
    }

    /// Follows `$ref` through schemas that contain nothing else.
    func followed(_ part: JSONValue) -> JSONValue {
        var part = part
        for _ in 0..<16 {
            guard part["properties"] == nil, part["title"] == nil,
                let target = part["$ref"]?.string.flatMap(resolve)
            else { break }
            part = target
        }
        return part
    }

    /// Returns the form's own message for a keyword that fails for the step as a whole.
    func text(_ keyword: String) -> String? {
        root["errors"]?[keyword]?.string ?? root["errors"]?["_"]?.string
    }

    /// Returns true if a value is valid for a subschema; false if the subschema cannot be used.
    func accepts(_ value: FormValue, by part: JSONValue) -> Bool {
        guard !work.isSpent, let node = nodes[part.range.lowerBound - root.range.lowerBound],
            let document = value.document
        else { return false }
        return node.isValid(document.root, within: work)
    }

    /// Returns the choice between alternatives that a person must make; nil if there is nothing to choose or the
    /// alternatives have no visible effect.
    func branch(
        named name: String, of alternatives: JSONValue, data: FormValue?, picked: FormBranches, isObject: Bool
    ) -> FormBranch? {
        let parts = alternatives.elements.prefix(100).map { ($0, followed($0)) }
        let open = parts.enumerated().filter { $0.element.1["type"]?.word != "null" && $0.element.1.kind == .object }
        guard open.count > 1 else { return nil }
        let isSeen = open.contains { _, part in
            part.0["title"] != nil || part.1["title"] != nil || part.1["properties"] != nil
                || !isObject && part.1["type"] != nil
        }
        guard isSeen else { return nil }
        let titles = open.map { index, part in
            (index: index, title: part.0["title"]?.string ?? part.1["title"]?.string ?? Self.constant(in: part.1))
        }
        var chosen = picked[name].flatMap { wish in titles.contains { $0.index == wish } ? wish : nil }
        if chosen == nil, let data { chosen = open.first { accepts(data, by: $0.element.0) }?.offset }
        return FormBranch(name: name, alternatives: titles, chosen: chosen ?? titles[0].index)
    }

    /// Returns the text of an alternative's first constant property.
    private static func constant(in part: JSONValue) -> String? {
        for member in part["properties"]?.members.map(\.self) ?? [] {
            let values = member.value["enum"]
            if let value = member.value["const"] ?? (values?.count == 1 ? values?[0] : nil) {
                return FormValue(value).text
            }
        }
        return nil
    }

    /// Returns the errors of the step's data.
    func errors(in value: FormValue) -> [Diagnostic] {
        guard let compiled, let document = value.document else { return [] }
        return compiled.validate(document.root, in: document, within: work)
    }
}
