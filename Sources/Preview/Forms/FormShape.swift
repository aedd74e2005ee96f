import JSONSchema
import JSONText

/// The fields of an object that apply to its data, and which of them are required.
///
/// Follows `$ref`, `$dynamicRef`, `allOf`, `if`/`then`/`else`, `dependentRequired`, `dependentSchemas` (also written as
/// `dependencies`), and the applicable alternative of each `oneOf` and `anyOf`.
struct FormShape {
    /// The schemas that apply to each field, in source order.
    private(set) var fields: [(name: String, schemas: [SchemaNode])] = []
    private(set) var required: Set<JSONName> = []
    /// The names of the fields whose values decide which other fields apply.
    private(set) var deciding: Set<JSONName> = []
    /// The objects with custom messages in the schemas' `errors`.
    private(set) var errors: [JSONValue] = []
    /// The choices between alternatives that no field's value decides.
    private(set) var branches: [FormBranch] = []
    /// The values to offer for each field that decides between alternatives: those that any alternative allows, without
    /// duplicates. The keys are the names of the fields.
    private(set) var offered: [JSONName: [JSONValue]] = [:]
    private let pointer: String
    private let picked: ChosenAlternatives
    private var visited = 0
    /// The indexes in `fields`, by name.
    private var places: [JSONName: Int] = [:]

    /// Determines the shape of the object at `pointer` in the data.
    init(
        _ schemas: [SchemaNode], data: FormValue, at pointer: String, picked: ChosenAlternatives, in schema: FormSchema
    ) {
        self.pointer = pointer
        self.picked = picked
        for part in schemas { add(part, data: data, schema: schema, depth: 0) }
    }

    private mutating func add(_ part: SchemaNode, data: FormValue, schema: FormSchema, depth: Int) {
        visited += 1
        guard part.constant == nil, depth < 24, visited < FrameLimits.visitedParts, schema.work.spend() else { return }
        for target in [part.reference, part.dynamicReference].compactMap(\.self) {
            add(target, data: data, schema: schema, depth: depth + 1)
        }
        for (name, property) in part.properties where schema.work.spend() { add(name, property, schema.work) }
        require(part.required, schema.work)
        if let texts = part["errors"], texts.kind == .object { errors.append(texts) }
        for branch in part.allOf { add(branch, data: data, schema: schema, depth: depth + 1) }
        if let condition = part.if {
            decide(by: condition, schema.work)
            if let chosen = schema.accepts(data, by: condition) ? part.then : part.else {
                add(chosen, data: data, schema: schema, depth: depth + 1)
            }
        }
        for (name, names) in part.dependentRequired where schema.work.spend() {
            deciding.insert(JSONName(name))
            // As in validation, a checkbox without a check mark counts as present: its value is false.
            if data[name] != nil { require(names, schema.work) }
        }
        for (name, dependent) in part.dependentSchemas where schema.work.spend() {
            deciding.insert(JSONName(name))
            if data[name] != nil { add(dependent, data: data, schema: schema, depth: depth + 1) }
        }
        for (keyword, branches) in [("oneOf", part.oneOf), ("anyOf", part.anyOf)] where !branches.isEmpty {
            for branch in branches { decide(by: branch, schema.work) }
            let name = FormBranch.name(of: "\(schema.pointer(of: part))/\(keyword)", for: pointer)
            if let branch = chosen(from: branches, named: name, data: data, schema: schema) {
                add(branch, data: data, schema: schema, depth: depth + 1)
            }
        }
    }

    private mutating func require(_ names: [String], _ work: WorkBudget) {
        guard work.spend(names.count) else { return }
        required.formUnion(names.lazy.map { JSONName($0) })
    }

    private mutating func add(_ name: String, _ schema: SchemaNode, _ work: WorkBudget) {
        // The time for looking up a name grows with its length.
        guard work.spend(name.utf8.count) else { return }
        let key = JSONName(name)
        if let position = places[key] {
            fields[position].schemas.append(schema)
        } else if fields.count < FieldTree.limit {
            places[key] = fields.count
            fields.append((name, [schema]))
        }
    }

    private mutating func decide(by condition: SchemaNode, _ work: WorkBudget) {
        guard work.spend() else { return }
        for (name, property) in condition.properties where work.spend() && Self.chooses(property) {
            deciding.insert(JSONName(name))
        }
        let names = condition.required
        if work.spend(names.count) { deciding.formUnion(names.lazy.map { JSONName($0) }) }
        for branch in condition.allOf + condition.anyOf + condition.oneOf { decide(by: branch, work) }
        if let negated = condition.not { decide(by: negated, work) }
    }

    private static func chooses(_ schema: SchemaNode) -> Bool {
        ["const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "pattern", "not"]
            .contains { schema[$0] != nil }
    }

    /// Returns the alternative that applies. If the values of some fields decide, for example by `const`, this is the
    /// first alternative that accepts these values, or nil. Otherwise it is the one that `FormSchema.branch` determines
    /// or, if there is nothing to choose, the first that accepts the data, or nil. Offers the values of all
    /// alternatives in the deciding fields, so that a person can still choose another alternative.
    private mutating func chosen(
        from branches: [SchemaNode], named name: String, data: FormValue, schema: FormSchema
    ) -> SchemaNode? {
        var isDecided = false
        var matching: SchemaNode?
        for branch in branches {
            guard schema.work.spend() else { return matching }
            let deciding = schema.followed(branch).properties.filter {
                Self.chooses($0.node) && places[JSONName($0.name)] != nil
            }
            guard !deciding.isEmpty else { continue }
            isDecided = true
            for (name, property) in deciding { offer(property, as: name) }
            guard matching == nil else { continue }
            let matches = deciding.allSatisfy { name, property in
                data[name].map { schema.accepts($0, by: property) } ?? false
            }
            if matches { matching = branch }
        }
        guard !isDecided else { return matching }
        guard let branch = schema.branch(named: name, of: branches, data: data, picked: picked, isObject: true) else {
            return branches.first { schema.accepts(data, by: $0) }
        }
        if !self.branches.contains(where: { $0.name.isExactly(name) }) { self.branches.append(branch) }
        return branches[branch.chosen]
    }

    private mutating func offer(_ schema: SchemaNode, as name: String) {
        let key = JSONName(name)
        for value in schema.constantValue.map({ [$0] }) ?? schema.allowedValues ?? []
        where offered[key, default: []].count < FieldTree.limit
            && !(offered[key, default: []].contains { $0.isEqual(to: value) })
        {
            offered[key, default: []].append(value)
        }
    }
}
