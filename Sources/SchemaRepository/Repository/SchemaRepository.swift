package import JSONSchema
package import JSONText

/// The schemas that say what documents may contain, with their examples and preview templates.
///
/// Immutable; all of its schemas compile.
package struct SchemaRepository: Sendable {
    /// All files, sorted by path, as stored in a schema release.
    package let documents: [RepositoryFile]

    /// All schemas, sorted by identifier.
    package let entities: [Entity]

    /// The kinds of documents that features can have: the branches of the schema `/document` in order, then the object
    /// schemas converted by `SimpleSchemaConverter` that it does not list; without `/document` or its `oneOf`, every
    /// entity whose `x-kind` is not `enum`.
    package let rootKinds: [DocumentKind]

    /// The planned versions, each once, by schema identifier, then in text order.
    package let plannedVersions: [PlannedVersion]

    /// The content hash of the repository: 64 hexadecimal digits.
    package let hash: String

    let schemas: CompiledSchemas
    let rules: DocumentRuleSet
    private let entitiesByID: [String: Entity]

    /// The identifier of the schema whose `oneOf` lists the root kinds.
    static let documentID = "/document"

    /// Creates a repository from the files of a directory. Documents that are checked with the repository must satisfy
    /// `rules` besides their schemas.
    ///
    /// - Throws: `RepositoryError` with all problems found.
    package init(loading directory: String, rules: DocumentRuleSet) throws(RepositoryError) {
        try self.init(documents: SchemaDirectory.documents(in: directory), rules: rules)
    }

    /// Returns the files of a schema repository in a directory, sorted by path.
    ///
    /// - Throws: `RepositoryError` if the directory or a file cannot be read, or a file is too large.
    package static func documents(inDirectory directory: String) throws(RepositoryError) -> [RepositoryFile] {
        try SchemaDirectory.documents(in: directory)
    }

    /// Creates a repository from the files of a schema release, in any order. Documents that are checked with the
    /// repository must satisfy `rules` besides their schemas.
    ///
    /// - Throws: `RepositoryError` with all problems found, also if `work` is used up.
    package init(
        documents: [RepositoryFile], rules: DocumentRuleSet, work: WorkBudget? = nil
    ) throws(RepositoryError) {
        let reader = RepositoryReader(documents: documents)
        let schemas = CompiledSchemas(entities: reader.entities, rules: rules)
        let problems = reader.problems.isEmpty ? schemas.problems(within: work) : reader.problems
        guard problems.isEmpty else { throw RepositoryError(diagnostics: problems.map(reader.located)) }
        self.documents = reader.documents
        self.entities = reader.entities
        self.schemas = schemas
        self.rules = rules
        hash = ContentAddress.of(reader.documents)
        entitiesByID = Dictionary(uniqueKeysWithValues: reader.entities.map { ($0.id, $0) })
        plannedVersions = Self.plannedVersions(of: reader.entities)
        rootKinds = Self.rootKinds(of: reader.entities, converted: reader.converted)
    }

    /// Returns the entity with an identifier; nil if there is none.
    package func entity(_ id: String) -> Entity? { entitiesByID[id] }

    /// Returns the compiled schema with an identifier; nil if there is none.
    package func schema(_ id: String) -> Schema? { schemas.schema(id) }

    /// Returns the root kind with an identifier (`/screens/Screen`, also without the first slash), a name (`Screen`, in
    /// any case) or an `x-kind` (`form`) that only one root kind has; nil if there is none.
    package func kind(named name: String) -> DocumentKind? {
        if let kind = rootKinds.first(where: { $0.id == name || $0.id == "/" + name }) { return kind }
        if let kind = rootKinds.first(where: { $0.name == name }) { return kind }
        if let kind = rootKinds.first(where: { $0.name.lowercased() == name.lowercased() }) { return kind }
        let matches = rootKinds.filter { $0.kind.lowercased() == name.lowercased() }
        return matches.count == 1 ? matches.first : nil
    }

    private static func rootKinds(of entities: [Entity], converted: Set<String>) -> [DocumentKind] {
        guard let union = entities.first(where: { $0.id == documentID }), let branches = union.document.root["oneOf"]
        else {
            return entities.filter { $0.kind != "enum" }.map(DocumentKind.init)
        }
        let named = branches.elements.compactMap { branch in
            entities.first { $0.id == branch["$ref"]?.string }.map(DocumentKind.init)
        }
        // The union need not list schemas converted by `SimpleSchemaConverter`, so missing ones are added.
        let joined = entities.filter { entity in
            converted.contains(entity.path) && entity.typeName != nil && !named.contains { $0.id == entity.id }
        }
        return named + joined.map(DocumentKind.init)
    }
}

extension DocumentKind {
    /// Creates a document kind from any entity, even one that occurs only inside documents, so that its examples can be
    /// checked.
    package init(_ entity: Entity) {
        self.init(id: entity.id, name: entity.name, kind: entity.kind, title: entity.title)
    }
}
