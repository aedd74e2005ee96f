import Foundation
import JSONSchema
import JSONText

/// The JSON Schema of one step: what its parts say, followed through references, and what it accepts.
final class FormSchema {
    /// The schema, in the form's own document.
    let root: JSONValue
    private let own: JSONDocument?
    private let compiled: Schema?
    /// The compiled parts by where they begin in the schema's own text.
    private var nodes: [Int: SchemaNode] = [:]

    init(_ schema: JSONValue) {
        root = schema
        own = try? JSONDocument(parsing: schema.rawBytes)
        compiled = own.flatMap(Self.compile)
        if let compiled { collect(from: compiled.root) }
    }

    private static func compile(_ document: JSONDocument) -> Schema? {
        var resources = SchemaResources()
        resources.add(document, uri: "galley:form")
        var options = CompileOptions()
        options.dependenciesInEveryDraft = true
        options.assertFormats = true
        // Whether the schema is one was told when the document was checked; what can be used of it is used here.
        options.checksMetaschema = false
        options.maximumDuration = .milliseconds(500)
        return try? Schema.compile("galley:form", in: resources, options: options)
    }

    /// Remembers every part that validation can reach.
    private func collect(from root: SchemaNode) {
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
    }

    /// The schema that `#/$defs/address` leads to.
    func resolve(_ reference: String) -> JSONValue? {
        guard reference.hasPrefix("#") else { return nil }
        let fragment = String(reference.dropFirst())
        return JSONPointer(fragment.removingPercentEncoding ?? fragment).flatMap { root.value(at: $0) }
    }

    /// Whether a value is valid against a part of the schema; false when that part cannot be used.
    func accepts(_ value: FormValue, by part: JSONValue) -> Bool {
        guard let node = nodes[part.range.lowerBound - root.range.lowerBound], let document = value.document else {
            return false
        }
        return node.isValid(document.root)
    }

    /// What is wrong with the step's data.
    func errors(in value: FormValue) -> [Diagnostic] {
        guard let compiled, let document = value.document else { return [] }
        return compiled.validate(document.root, in: document)
    }
}
