import JSONText

/// Checks every document that a compilation loaded against the metaschema of its draft.
struct MetaschemaCheck {
    let index: SchemaIndex
    let resources: SchemaResources
    /// The budget of the request that the check is made for.
    let work: WorkBudget?

    /// Returns the faults of every loaded document except the metaschemas themselves.
    func diagnostics() -> [SchemaDiagnostic] {
        index.loadedEntries.filter { Draft(metaschemaURI: index.entries[$0].uri.description) == nil }
            .filter { !index.isMetaschema($0) }
            .flatMap(diagnostics(ofEntry:))
    }

    /// Checks each resource against the metaschema of its own draft; inside an embedded resource of another draft, only
    /// the faults that the metaschema of that draft finds are returned.
    private func diagnostics(ofEntry entry: Int) -> [SchemaDiagnostic] {
        let all = index.resources.filter { $0.entry == entry }
        guard let root = all.first else { return [] }
        let foreign = all.filter { $0.draft != root.draft }
        var found = check(root, entry: entry).filter { diagnostic in
            !foreign.contains { diagnostic.pointer.tokens.starts(with: $0.root.pointer.tokens) }
        }
        for resource in foreign { found += check(resource, entry: entry) }
        return found.map { SchemaDiagnostic(uri: index.entries[entry].uri.description, diagnostic: $0) }
    }

    private func check(_ resource: SchemaIndex.Resource, entry: Int) -> [Diagnostic] {
        metaschema(of: resource)?
            .validate(resource.root, in: index.entries[entry].document, within: work) ?? []
    }

    private func metaschema(of resource: SchemaIndex.Resource) -> Schema? {
        guard let named = resource.root["$schema"]?.string, Draft(metaschemaURI: named) == nil else {
            return Metaschemas.schema(of: resource.draft)
        }
        return try? Schema.compile(named, in: resources, options: CompileOptions(checksMetaschema: false), within: work)
    }
}

extension SchemaIndex {
    /// Returns true if a registry entry is one of the built-in metaschemas or vocabularies.
    func isMetaschema(_ entry: Int) -> Bool {
        entry < Metaschemas.entries.count && entries[entry].uri == Metaschemas.entries[entry].uri
    }

    /// Returns the diagnostic for a fault of a schema document.
    func diagnostic(of fault: Fault, severity: Diagnostic.Severity) -> SchemaDiagnostic {
        let entry = entries[fault.entry]
        let wording = DiagnosticWording.message(for: fault.failure, found: fault.value)
        let keyword = fault.value.pointer.tokens.last ?? ""
        let diagnostic = Diagnostic(
            severity: severity, code: "schema.\(keyword)", message: wording.text, pointer: fault.value.pointer,
            range: entry.document.range(of: fault.value), keyword: keyword, schemaPointer: nil,
            suggestion: wording.suggestion)
        return SchemaDiagnostic(uri: entry.uri.description, diagnostic: diagnostic)
    }
}
