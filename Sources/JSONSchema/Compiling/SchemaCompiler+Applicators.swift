import JSONText

/// Compiles the keywords that contain subschemas.
extension SchemaCompiler {
    mutating func references(_ source: KeywordReader, _ resource: Int) -> ReferenceKeywords? {
        let reference = source["$ref"].flatMap { target(of: $0, resource) }
        var dynamic: DynamicReference?
        if source.draft == .draft2020, let value = source["$dynamicRef"], let target = target(of: value, resource) {
            dynamic = DynamicReference(
                keyword: "$dynamicRef", target: id(of: target.value, within: target.resource),
                anchor: dynamicAnchor(of: value, at: target))
        } else if source.draft == .draft2019, let value = source["$recursiveRef"],
            let target = target(of: value, resource)
        {
            let isDynamic = index.resources[target.resource].isRecursiveAnchor
            dynamic = DynamicReference(
                keyword: "$recursiveRef", target: id(of: target.value, within: target.resource),
                anchor: isDynamic ? JSONName("") : nil)
        }
        if reference == nil && dynamic == nil { return nil }
        let referenced = reference.map { id(of: $0.value, within: $0.resource) }
        return ReferenceKeywords(reference: referenced, dynamic: dynamic)
    }

    mutating func logic(_ source: KeywordReader, _ resource: Int) -> LogicKeywords? {
        let condition = source.keyword("if", since: .draft7).map { id(of: $0, within: resource) }
        let logic = LogicKeywords(
            allOf: schemas(source["allOf"], resource), anyOf: schemas(source["anyOf"], resource),
            oneOf: schemas(source["oneOf"], resource), not: source["not"].map { id(of: $0, within: resource) },
            condition: condition,
            consequence: condition == nil ? nil : source["then"].map { id(of: $0, within: resource) },
            alternative: condition == nil ? nil : source["else"].map { id(of: $0, within: resource) })
        let lists = [logic.allOf, logic.anyOf, logic.oneOf]
        if lists.allSatisfy(\.isEmpty) && logic.not == nil && condition == nil { return nil }
        return logic
    }

    mutating func arrays(_ source: KeywordReader, _ resource: Int) -> ArrayKeywords? {
        var prefix: [SchemaID] = []
        var items: SchemaID?
        var contains: SchemaID?
        if source.has(.applicator) {
            contains = source.keyword("contains", since: .draft6).map { id(of: $0, within: resource) }
            let list = source["items"].flatMap { $0.kind == .array ? $0 : nil }
            if source.draft == .draft2020, list == nil || !options.isLenient {
                prefix = schemas(source["prefixItems"], resource)
                items = source["items"].map { id(of: $0, within: resource) }
            } else if let list {
                prefix = schemas(list, resource)
                items = source["additionalItems"].map { id(of: $0, within: resource) }
            } else {
                items = source["items"].map { id(of: $0, within: resource) }
            }
        }
        let validates = source.has(.validation)
        let counts = validates && source.draft.hasVocabularies
        let minimum = validates ? source.count("minItems") : nil
        let maximum = validates ? source.count("maxItems") : nil
        let unique = validates && source["uniqueItems"]?.boolean == true
        if prefix.isEmpty && items == nil && contains == nil && minimum == nil && maximum == nil && !unique {
            return nil
        }
        return ArrayKeywords(
            prefixItems: prefix, items: items, contains: contains,
            minimumContains: (counts ? source.count("minContains") : nil) ?? 1,
            maximumContains: counts ? source.count("maxContains") : nil,
            containsEvaluates: source.draft == .draft2020, minimumItems: minimum, maximumItems: maximum,
            uniqueItems: unique)
    }

    mutating func objects(_ source: KeywordReader, _ resource: Int) -> ObjectKeywords? {
        let validates = source.has(.validation)
        let applies = source.has(.applicator)
        var dependencies = Dependencies()
        if validates, source.draft.hasVocabularies, let names = source["dependentRequired"] {
            dependencies.addNames(names, keyword: "dependentRequired")
        }
        if applies, source.draft.hasVocabularies {
            dependencies.schemas += properties(source["dependentSchemas"], resource).map {
                DependentSchema(name: $0.name, schema: $0.schema, keyword: "dependentSchemas")
            }
        }
        if applies, !source.draft.hasVocabularies || options.dependenciesInEveryDraft,
            let mixed = source["dependencies"]
        {
            dependencies.addNames(mixed, keyword: "dependencies")
            for member in mixed.members where member.value.kind != .array {
                let schema = id(of: member.value, within: resource)
                dependencies.schemas.append(
                    DependentSchema(name: member.name, schema: schema, keyword: "dependencies"))
            }
        }
        let objects = ObjectKeywords(
            properties: applies ? properties(source["properties"], resource) : [],
            patterns: applies ? patternProperties(source["patternProperties"], resource) : [],
            additionalProperties: applies ? source["additionalProperties"].map { id(of: $0, within: resource) } : nil,
            propertyNames: applies
                ? source.keyword("propertyNames", since: .draft6).map { id(of: $0, within: resource) } : nil,
            required: validates ? source.strings("required") : [],
            minimumProperties: validates ? source.count("minProperties") : nil,
            maximumProperties: validates ? source.count("maxProperties") : nil,
            dependentRequired: dependencies.names, dependentSchemas: dependencies.schemas)
        return objects.isEmpty ? nil : objects
    }

    /// Dependencies by member name, from `dependencies`, `dependentRequired` and `dependentSchemas`.
    private struct Dependencies {
        var names: [DependentNames] = []
        var schemas: [DependentSchema] = []

        mutating func addNames(_ value: JSONValue, keyword: String) {
            for member in value.members where member.value.kind == .array {
                let required = KeywordReader.strings(of: member.value)
                names.append(DependentNames(name: member.name, required: required, keyword: keyword))
            }
        }
    }

    private mutating func schemas(_ value: JSONValue?, _ resource: Int) -> [SchemaID] {
        guard let value, value.kind == .array else { return [] }
        return value.elements.map { id(of: $0, within: resource) }
    }

    private mutating func properties(_ value: JSONValue?, _ resource: Int) -> [PropertySchema] {
        guard let value, value.kind == .object else { return [] }
        return value.members.map { PropertySchema(name: $0.name, schema: id(of: $0.value, within: resource)) }
    }

    private mutating func patternProperties(_ value: JSONValue?, _ resource: Int) -> [PatternSchema] {
        guard let value, value.kind == .object else { return [] }
        var patterns: [PatternSchema] = []
        for member in value.members {
            guard let pattern = pattern(member.name, at: member.value, resource) else { continue }
            patterns.append(PatternSchema(pattern: pattern, schema: id(of: member.value, within: resource)))
        }
        return patterns
    }

    private mutating func target(of value: JSONValue, _ resource: Int) -> SchemaIndex.Target? {
        guard let text = value.string else { return nil }
        let bases = [index.resources[resource].uri, index.resources[resource].hiddenURI].compactMap { $0 }
        for base in bases {
            if let target = index.resolve(base.resolving(URIReference(text)), from: resource),
                target.value.kind == .object || target.value.kind == .boolean
            {
                return target
            }
        }
        report(.unresolvedReference(text), at: value, in: resource)
        return nil
    }

    /// Returns the anchor to look for in the dynamic scope, or nil if the reference does not resolve to a dynamic
    /// anchor.
    private func dynamicAnchor(of value: JSONValue, at target: SchemaIndex.Target) -> JSONName? {
        guard let text = value.string, let name = URIReference(text).decodedFragment, !name.isEmpty else { return nil }
        let anchor = JSONName(name)
        guard
            index.resources[target.resource].dynamicAnchors[anchor]?.range == target.value.range
        else { return nil }
        return anchor
    }
}
