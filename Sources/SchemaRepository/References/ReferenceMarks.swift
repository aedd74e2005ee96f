import JSONSchema
import JSONText

/// The subschemas of a compiled schema with `x-refers-to`, whose strings name features or option lists.
struct ReferenceMarks: Sendable {
    private let targets: [Int: DocumentReference.Target]
    private let reach: SchemaReach

    init(of schema: Schema) {
        var targets: [Int: DocumentReference.Target] = [:]
        for node in schema.nodes {
            guard let annotation = node.source[.reference]?.string else { continue }
            targets[node.id] = DocumentReference.Target(annotation)
        }
        self.targets = targets
        reach = SchemaReach(in: schema) { targets[$0.id] != nil }
    }

    /// Returns the references in a document in text order, each once.
    func references(from root: SchemaNode, in document: JSONDocument) -> [DocumentReference] {
        var seen: Set<DocumentReference> = []
        let pairs = SchemaWalk.pairs(from: root, document.root, within: reach) { targets[$0.id] != nil }
        return pairs.compactMap { pair -> DocumentReference? in
            guard let target = targets[pair.schema.id], let name = pair.value.string else { return nil }
            return DocumentReference(
                target: target, name: name, pointer: pair.value.pointer, range: document.range(of: pair.value))
        }
        .filter { seen.insert($0).inserted }
        .sorted { $0.range.start.offset < $1.range.start.offset }
    }
}
