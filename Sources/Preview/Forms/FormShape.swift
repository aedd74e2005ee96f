import JSONText

/// The fields of an object that apply to its data, and those that are required.
///
/// Follows `$ref`, `allOf`, `if`/`then`/`else`, both kinds of `dependencies`, `dependentRequired`, `dependentSchemas`,
/// and the branch of `oneOf` or `anyOf` that the data selects.
struct FormShape {
    /// The schemas that apply to each field, in source order.
    private(set) var fields: [(name: String, schemas: [JSONValue])] = []
    private(set) var required: Set<String> = []
    /// The fields whose value decides which others apply.
    private(set) var deciding: Set<String> = []
    /// The custom messages in the object's own `errors`.
    private(set) var errors: [JSONValue] = []
    /// The alternatives that a person chooses by name, because no field decides.
    private(set) var branches: [FormBranch] = []
    /// The distinct values of a field that alternatives name.
    private(set) var offered: [String: [JSONValue]] = [:]
    private let pointer: String
    private let picked: FormBranches
    private var visited = 0
    /// The positions of the fields in `fields`.
    private var places: [String: Int] = [:]

    /// Determines the shape of the object at `pointer` in the data.
    init(_ schemas: [JSONValue], data: FormValue, at pointer: String, picked: FormBranches, in schema: FormSchema) {
        self.pointer = pointer
        self.picked = picked
        for part in schemas { add(part, data: data, schema: schema, depth: 0) }
    }

    private mutating func add(_ part: JSONValue, data: FormValue, schema: FormSchema, depth: Int) {
        visited += 1
        guard part.kind == .object, depth < 24, visited < FrameLimits.visitedParts, schema.work.spend() else { return }
        if let target = part["$ref"]?.string.flatMap(schema.resolve) {
            add(target, data: data, schema: schema, depth: depth + 1)
        }
        if let properties = part["properties"] {
            for member in properties.members where schema.work.spend() { add(member.name, member.value, schema.work) }
        }
        if let names = part["required"], names.kind == .array {
            require(names, schema.work)
        }
        if let texts = part["errors"], texts.kind == .object { errors.append(texts) }
        for branch in part["allOf"]?.elements.map(\.self) ?? [] {
            add(branch, data: data, schema: schema, depth: depth + 1)
        }
        if let condition = part["if"] {
            decide(by: condition, schema.work)
            if let chosen = part[schema.accepts(data, by: condition) ? "then" : "else"] {
                add(chosen, data: data, schema: schema, depth: depth + 1)
            }
        }
        for keyword in ["dependencies", "dependentRequired", "dependentSchemas"] {
            guard let dependencies = part[keyword], dependencies.kind == .object else { continue }
            for member in dependencies.members where schema.work.spend() {
                deciding.insert(member.name)
                guard let value = data[member.name], value != .boolean(false) || member.value.kind != .array else {
                    continue
                }
                if member.value.kind == .array {
                    require(member.value, schema.work)
                } else {
                    add(member.value, data: data, schema: schema, depth: depth + 1)
                }
            }
        }
        for keyword in ["oneOf", "anyOf"] {
            guard let branches = part[keyword], branches.kind == .array else { continue }
            for branch in branches.elements { decide(by: branch, schema.work) }
            if let branch = chosen(from: branches, data: data, schema: schema) {
                add(branch, data: data, schema: schema, depth: depth + 1)
            }
        }
    }

    private mutating func require(_ names: JSONValue, _ work: WorkBudget) {
        guard work.spend(names.count) else { return }
        required.formUnion(names.elements.compactMap(\.string))
    }

    private mutating func add(_ name: String, _ schema: JSONValue, _ work: WorkBudget) {
        // A long name costs its length whenever it is looked up.
        guard work.spend(name.utf8.count) else { return }
        if let position = places[name] {
            fields[position].schemas.append(schema)
        } else if fields.count < FieldTree.limit {
            places[name] = fields.count
            fields.append((name, [schema]))
        }
    }

    private mutating func decide(by condition: JSONValue, _ work: WorkBudget) {
        guard work.spend() else { return }
        for member in condition["properties"]?.members.map(\.self) ?? []
        where work.spend() && Self.chooses(member.value) {
            deciding.insert(member.name)
        }
        if let names = condition["required"], names.kind == .array, work.spend(names.count) {
            deciding.formUnion(names.elements.compactMap(\.string))
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for branch in condition[keyword]?.elements.map(\.self) ?? [] { decide(by: branch, work) }
        }
        if let negated = condition["not"] { decide(by: negated, work) }
    }

    private static func chooses(_ schema: JSONValue) -> Bool {
        ["const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "pattern", "not"]
            .contains { schema[$0] != nil }
    }

    /// Returns the alternative that applies: decided by fields with constants, else chosen by name, else the first
    /// valid one.
    private mutating func chosen(from branches: JSONValue, data: FormValue, schema: FormSchema) -> JSONValue? {
        var isDecided = false
        for branch in branches.elements {
            guard schema.work.spend() else { return nil }
            let deciding = Self.deciding(schema.followed(branch)).filter { places[$0.name] != nil }
            guard !deciding.isEmpty else { continue }
            isDecided = true
            for member in deciding { offer(member.value, as: member.name) }
            let matches = deciding.allSatisfy { member in
                data[member.name].map { schema.accepts($0, by: member.value) } ?? false
            }
            if matches { return branch }
        }
        guard !isDecided else { return nil }
        let name = FormBranch.name(of: branches, for: pointer)
        guard let branch = schema.branch(named: name, of: branches, data: data, picked: picked, isObject: true) else {
            return branches.elements.first { schema.accepts(data, by: $0) }
        }
        if !self.branches.contains(where: { $0.name == name }) { self.branches.append(branch) }
        return branches[branch.chosen]
    }

    private static func deciding(_ branch: JSONValue) -> [JSONMember] {
        (branch["properties"]?.members.map(\.self) ?? []).filter { chooses($0.value) }
    }

    private mutating func offer(_ schema: JSONValue, as name: String) {
        for value in schema["const"].map({ [$0] }) ?? schema["enum"].map({ Array($0.elements) }) ?? []
        where offered[name, default: []].count < FieldTree.limit
            && !(offered[name, default: []].contains { $0.isEqual(to: value) })
        {
            offered[name, default: []].append(value)
        }
    }
}
