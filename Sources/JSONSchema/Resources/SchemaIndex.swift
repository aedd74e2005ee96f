import JSONText

/// An index of the schema resources, anchors and subschemas in a registry's documents.
///
/// A document is indexed when a reference first needs it. The traversal has its own stack, so deep documents need no
/// recursion.
struct SchemaIndex {
    /// A schema with an identifier of its own, or the root of a document, with its anchors.
    struct Resource {
        let uri: URIReference
        let entry: Int
        let root: JSONValue
        let draft: Draft
        let vocabularies: Vocabularies
        var anchors: [JSONName: JSONValue] = [:]
        var dynamicAnchors: [JSONName: JSONValue] = [:]
        var isRecursiveAnchor = false
        /// The resolved identifier beside a `$ref`, which is ignored up to draft 7. References that do not resolve
        /// against `uri` are resolved against this URI, because many schemas rely on it.
        var hiddenURI: URIReference?
    }

    /// A value's place in the registry.
    struct Place: Hashable {
        let entry: Int
        let offset: Int
    }

    /// The target of a reference.
    struct Target {
        let value: JSONValue
        let resource: Int
    }

    let entries: [SchemaResources.Entry]
    private(set) var resources: [Resource] = []
    /// Faults found while documents were indexed: unknown dialects and unknown required vocabularies.
    private(set) var faults: [Fault] = []
    private(set) var loadedEntries: [Int] = []

    private var resourceOfPlace: [Place: Int] = [:]
    private var resourceOfURI: [URIReference: Int] = [:]
    private var resourceInEntry: [Int: [URIReference: Int]] = [:]
    private var isLoaded: [Bool]
    private let entryOfURI: [URIReference: Int]
    /// The budget of the request that the documents are read for.
    private let work: WorkBudget?

    /// A fault at a value of a schema document.
    struct Fault {
        let entry: Int
        let value: JSONValue
        let failure: Failure.Kind
    }

    init(_ registry: SchemaResources, work: WorkBudget? = nil) {
        self.work = work
        entries = registry.entries
        isLoaded = Array(repeating: false, count: entries.count)
        var table: [URIReference: Int] = [:]
        for (index, entry) in entries.enumerated() { table[entry.uri] = index }
        entryOfURI = table
    }

    /// Resolves an absolute reference; returns nil if the target does not exist. Resources in the same document as
    /// `origin`, the resource with the reference, take precedence.
    mutating func resolve(_ reference: URIReference, from origin: Int?) -> Target? {
        guard let resource = self.resource(at: reference.withoutFragment, from: origin) else { return nil }
        guard let fragment = reference.decodedFragment else { return nil }
        if fragment.isEmpty { return Target(value: resources[resource].root, resource: resource) }
        if fragment.hasPrefix("/") { return follow(fragment, in: resource) }
        let anchors = resources[resource]
        let name = JSONName(fragment)
        guard let value = anchors.anchors[name] ?? anchors.dynamicAnchors[name] else { return nil }
        return Target(value: value, resource: resource)
    }

    /// Returns the resource of a subschema; indexes a value that is not yet known as a schema.
    mutating func resource(of value: JSONValue, within parent: Int) -> Int {
        let place = Place(entry: resources[parent].entry, offset: value.range.lowerBound)
        if let known = resourceOfPlace[place] { return known }
        walk(value, resource: parent)
        return resourceOfPlace[place] ?? parent
    }

    // MARK: Finding

    private mutating func resource(at uri: URIReference, from origin: Int?) -> Int? {
        if let origin {
            if resources[origin].uri == uri { return origin }
            if let inside = resourceInEntry[resources[origin].entry]?[uri] { return inside }
        }
        if let entry = entryOfURI[uri], !isLoaded[entry] { load(entry) }
        if let known = resourceOfURI[uri] { return known }
        if let draft = Draft(metaschemaURI: uri.description), uri.description != draft.metaschemaURI {
            return resource(at: URIReference(draft.metaschemaURI), from: nil)
        }
        for entry in entries.indices where !isLoaded[entry] { load(entry) }
        return resourceOfURI[uri]
    }

    private mutating func follow(_ fragment: String, in resource: Int) -> Target? {
        guard let pointer = JSONPointer(fragment) else { return nil }
        var value = resources[resource].root
        var current = resource
        for token in pointer.tokens {
            // Finding a member takes time in proportion to the number of members.
            guard work?.spend(1 + value.count / 8) ?? true, let next = value.value(atToken: token) else { return nil }
            value = next
            let place = Place(entry: resources[current].entry, offset: value.range.lowerBound)
            current = resourceOfPlace[place] ?? current
        }
        return Target(value: value, resource: self.resource(of: value, within: current))
    }

    // MARK: Reading a document

    private mutating func load(_ index: Int) {
        isLoaded[index] = true
        loadedEntries.append(index)
        let entry = entries[index]
        let resource = addResource(entry.uri, entry: index, root: entry.document.root, outer: nil)
        resourceOfURI[entry.uri] = resource
        walk(entry.document.root, resource: resource)
    }

    /// Adds the resource at `root`; its identifier is resolved against `base`.
    private mutating func addResource(_ base: URIReference, entry: Int, root: JSONValue, outer: Draft?) -> Int {
        let outerDraft = outer ?? entries[entry].draft ?? .draft2020
        let (draft, vocabularies) = dialect(of: root, entry: entry, outer: outerDraft)
        var uri = base
        let isHidden = draft.referenceHidesSiblings && root["$ref"]?.string != nil
        if !isHidden, let identifier = root[draft.identifierKeyword]?.string, !identifier.hasPrefix("#") {
            uri = base.resolving(URIReference(identifier)).withoutFragment
        }
        resources.append(Resource(uri: uri, entry: entry, root: root, draft: draft, vocabularies: vocabularies))
        let index = resources.count - 1
        if isHidden, let identifier = root[draft.identifierKeyword]?.string {
            resources[index].hiddenURI = base.resolving(URIReference(identifier)).withoutFragment
        }
        if resourceInEntry[entry, default: [:]][uri] == nil { resourceInEntry[entry, default: [:]][uri] = index }
        if resourceOfURI[uri] == nil { resourceOfURI[uri] = index }
        return index
    }

    /// Returns the draft and vocabularies that `$schema` at the root of a resource selects.
    private mutating func dialect(of root: JSONValue, entry: Int, outer: Draft) -> (Draft, Vocabularies) {
        guard let named = root["$schema"], let text = named.string else { return (outer, .standard) }
        if let draft = Draft(metaschemaURI: text) { return (draft, .standard) }
        let uri = URIReference(text).withoutFragment
        guard uri != entries[entry].uri, let metaschema = resource(at: uri, from: nil) else {
            faults.append(Fault(entry: entry, value: named, failure: .unknownDialect(text)))
            return (outer, .standard)
        }
        let draft = resources[metaschema].draft
        guard draft.hasVocabularies, let declared = resources[metaschema].root["$vocabulary"] else {
            return (draft, .standard)
        }
        var vocabularies: Vocabularies = .core
        for member in declared.members {
            if let known = Vocabularies(uri: member.name) {
                vocabularies.formUnion(known)
            } else if member.value.boolean == true {
                faults.append(Fault(entry: entry, value: named, failure: .unknownVocabulary(member.name)))
            }
        }
        return (draft, vocabularies)
    }

    private mutating func walk(_ start: JSONValue, resource: Int) {
        var pending: [(JSONValue, Int)] = [(start, resource)]
        let entry = resources[resource].entry
        while let (value, outer) = pending.popLast() {
            guard work.map({ $0.spend(16) && $0.take(bytes: 128) }) ?? true else { return }
            let place = Place(entry: entry, offset: value.range.lowerBound)
            guard value.kind == .object, resourceOfPlace[place] == nil else {
                if value.kind == .boolean { resourceOfPlace[place] = outer }
                continue
            }
            let resource = self.resource(startingAt: value, inside: outer)
            resourceOfPlace[place] = resource
            collectAnchors(of: value, resource: resource)
            pending.append(contentsOf: subschemas(of: value, draft: resources[resource].draft).map { ($0, resource) })
        }
    }

    private mutating func resource(startingAt value: JSONValue, inside outer: Int) -> Int {
        if resources[outer].root.range == value.range { return outer }
        let draft = resources[outer].draft
        let own = value["$schema"]?.string.flatMap(Draft.init(metaschemaURI:)) ?? draft
        guard !(draft.referenceHidesSiblings && value["$ref"]?.string != nil),
            let identifier = value[own.identifierKeyword]?.string, !identifier.hasPrefix("#")
        else { return outer }
        return addResource(resources[outer].uri, entry: resources[outer].entry, root: value, outer: draft)
    }

    private mutating func collectAnchors(of value: JSONValue, resource: Int) {
        let draft = resources[resource].draft
        if draft.hasVocabularies {
            if let anchor = value["$anchor"]?.string { resources[resource].anchors[JSONName(anchor)] = value }
            if draft == .draft2020, let anchor = value["$dynamicAnchor"]?.string {
                resources[resource].dynamicAnchors[JSONName(anchor)] = value
            }
            if draft == .draft2019, value["$recursiveAnchor"]?.boolean == true,
                value.range == resources[resource].root.range
            {
                resources[resource].isRecursiveAnchor = true
            }
        } else if value["$ref"]?.string == nil, let text = value[draft.identifierKeyword]?.string,
            let anchor = URIReference(text).decodedFragment, !anchor.isEmpty
        {
            resources[resource].anchors[JSONName(anchor)] = value
        }
    }

    private func subschemas(of value: JSONValue, draft: Draft) -> [JSONValue] {
        var found: [JSONValue] = []
        for member in value.members {
            guard let shape = SubschemaKeywords.shape(of: member.name, in: draft) else { continue }
            switch (shape, member.value.kind) {
            case (.schema, _), (.schemaOrArray, .object), (.schemaOrArray, .boolean): found.append(member.value)
            case (.array, .array), (.schemaOrArray, .array): found.append(contentsOf: member.value.elements)
            case (.map, .object), (.dependencies, .object):
                found.append(contentsOf: member.value.members.map(\.value))
            default: break
            }
        }
        return found
    }
}
