import JSONText

/// Compiles the documents of a registry into a `SchemaGraph`, one subschema at a time from a work list.
struct SchemaCompiler {
    var index: SchemaIndex
    let options: CompileOptions
    /// The budget of the request that the compilation is made for.
    let work: WorkBudget?
    /// Errors: faults that make the schema unusable.
    var faults: [SchemaIndex.Fault] = []
    /// Faults that leave the schema usable.
    var warnings: [SchemaIndex.Fault] = []
    var patterns: [JSONName: SchemaPattern] = [:]

    private var ids: [SchemaIndex.Place: SchemaID] = [:]
    private var nodes: [CompiledSchema?] = []
    private var pending: [(id: SchemaID, value: JSONValue, resource: Int)] = []
    private var anchorsOfResource: [Int: [JSONName: SchemaID]] = [:]

    init(_ resources: SchemaResources, options: CompileOptions, work: WorkBudget? = nil) {
        index = SchemaIndex(resources, work: work)
        self.options = options
        self.work = work
    }

    /// The approximate memory of a compiled subschema in bytes, with its entries in all tables.
    private static let nodeSize = 1_024

    /// Compiles `target`, which becomes the first subschema of the graph, and everything that it refers to. Returns nil
    /// if the budget of the request is used up first.
    mutating func compile(_ target: SchemaIndex.Target) -> SchemaGraph? {
        _ = id(of: target.value, within: target.resource)
        while let (id, value, resource) = pending.popLast() {
            guard spend(64, bytes: Self.nodeSize) else { return nil }
            nodes[id] = compiled(value, resource: resource)
        }
        let compiledNodes = nodes.compactMap { $0 }
        let finder = DiscriminatorFinder(nodes: compiledNodes, work: work)
        let discriminated = finder.discriminated()
        if work?.isSpent ?? false { return nil }
        let resources = index.resources.indices.map { number in
            let resource = index.resources[number]
            return CompiledResource(
                uri: resource.uri.description, documentURI: index.entries[resource.entry].givenURI,
                entry: resource.entry, depth: resource.root.pointer.tokens.count, draft: resource.draft,
                dynamicAnchors: anchorsOfResource[number] ?? [:])
        }
        return SchemaGraph(nodes: discriminated, resources: resources)
    }

    /// Returns the error for a schema whose compilation was stopped because the budget of the request was used up.
    func budgetError(at target: SchemaIndex.Target) -> SchemaError {
        let fault = SchemaIndex.Fault(
            entry: index.resources[target.resource].entry, value: target.value, failure: .tooCostly)
        return SchemaError(diagnostics: [index.diagnostic(of: fault, severity: .error)])
    }

    /// Spends steps and bytes of the request's budget; returns false if it is used up.
    private func spend(_ steps: Int, bytes: Int) -> Bool {
        guard let work else { return true }
        return work.spend(steps) && work.take(bytes: bytes)
    }

    /// Returns the number of the subschema at `value`; a subschema without a number gets one and is compiled later.
    mutating func id(of value: JSONValue, within parent: Int) -> SchemaID {
        let resource = index.resource(of: value, within: parent)
        let place = SchemaIndex.Place(entry: index.resources[resource].entry, offset: value.range.lowerBound)
        if let known = ids[place] { return known }
        let id = nodes.count
        ids[place] = id
        nodes.append(nil)
        pending.append((id, value, resource))
        compileAnchors(of: resource)
        return id
    }

    /// Records a fault at a value of a resource's document.
    mutating func report(_ failure: Failure.Kind, at value: JSONValue, in resource: Int) {
        faults.append(SchemaIndex.Fault(entry: index.resources[resource].entry, value: value, failure: failure))
    }

    /// Compiles every dynamic anchor of a resource, because a dynamic reference may lead to any of them.
    private mutating func compileAnchors(of resource: Int) {
        guard anchorsOfResource[resource] == nil else { return }
        anchorsOfResource[resource] = [:]
        let source = index.resources[resource]
        var anchors: [JSONName: SchemaID] = [:]
        for (name, value) in source.dynamicAnchors { anchors[name] = id(of: value, within: resource) }
        if source.isRecursiveAnchor { anchors[JSONName("")] = id(of: source.root, within: resource) }
        anchorsOfResource[resource] = anchors
    }

    private mutating func compiled(_ value: JSONValue, resource: Int) -> CompiledSchema {
        var schema = CompiledSchema(source: value, resource: resource)
        guard value.kind == .object else {
            schema.constant = value.boolean ?? true
            return schema
        }
        let source = KeywordReader(value: value, resource: index.resources[resource])
        schema.references = references(source, resource)
        if source.draft.referenceHidesSiblings && source["$ref"]?.string != nil { return schema }
        if source.has(.validation) {
            schema.types = types(source)
            schema.values = values(source, resource)
            schema.numbers = numbers(source)
        }
        schema.strings = strings(source, resource)
        schema.arrays = arrays(source, resource)
        schema.objects = objects(source, resource)
        if source.has(.applicator) { schema.logic = logic(source, resource) }
        if source.has(.unevaluated), source.draft.hasVocabularies {
            schema.unevaluatedItems = source["unevaluatedItems"].map { id(of: $0, within: resource) }
            schema.unevaluatedProperties = source["unevaluatedProperties"].map { id(of: $0, within: resource) }
        }
        return schema
    }
}
