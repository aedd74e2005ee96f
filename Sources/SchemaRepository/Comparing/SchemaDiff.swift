import JSONText

extension SchemaRepository {
    /// Returns the changes since an earlier state. The changes of schemas come first, by identifier; those of other
    /// files, such as examples and templates, follow by path.
    package func changes(since old: SchemaRepository) -> [SchemaChange] {
        let ids = Set(old.entities.map(\.id)).union(entities.map(\.id)).sorted()
        let compared = ids.flatMap { id -> [SchemaChange] in
            switch (old.entity(id), entity(id)) {
            case (let before?, let after?): SchemaComparison(before, after).changes
            case (let before?, nil):
                [Self.document(before, .removed, "`\(before.name)` is removed.", isBreaking: true)]
            case (nil, let after?): [Self.document(after, .added, "`\(after.name)` is new.", isBreaking: false)]
            case (nil, nil): []
            }
        }
        return compared + fileChanges(since: old)
    }

    private static func document(
        _ entity: Entity, _ kind: SchemaChange.Kind, _ message: String, isBreaking: Bool
    ) -> SchemaChange {
        SchemaChange(
            entity: entity.id, subject: .document, kind: kind, isBreaking: isBreaking, message: message,
            pointer: JSONPointer(), line: nil)
    }

    /// Returns the examples, counter-examples and templates that were added, removed or changed, by path.
    private func fileChanges(since old: SchemaRepository) -> [SchemaChange] {
        let before = Dictionary(old.documents.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Dictionary(documents.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        return Set(before.keys).union(after.keys).sorted().compactMap { path in
            guard before[path]?.bytes != after[path]?.bytes, let file = after[path] ?? before[path],
                file.role != .schema
            else { return nil }
            let (kind, word): (SchemaChange.Kind, String) =
                before[path] == nil
                ? (.added, "new") : after[path] == nil ? (.removed, "removed") : (.changed, "changed")
            return SchemaChange(
                entity: file.entityID, subject: file.role == .previewTemplate ? .template : .example, kind: kind,
                isBreaking: false, message: "`\(path)` is \(word).", pointer: JSONPointer(), line: nil)
        }
    }
}
