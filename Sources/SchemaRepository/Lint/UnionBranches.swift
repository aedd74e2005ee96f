import JSONText

/// Whether a value can only be meant for one branch of a union.
struct UnionBranches {
    private let branches: [JSONValue]
    private let references: SchemaReferences

    /// The union of these branches; `references` finds what they refer to.
    init(_ branches: JSONValue, references: SchemaReferences) {
        self.branches = Array(branches.elements)
        self.references = references
    }

    /// Whether the branches differ by JSON type or by their constant, or only say which members must be there.
    var canBeToldApart: Bool {
        branches.allSatisfy(saysOnlyWhatIsRequired) || haveTypesOfTheirOwn || branches.allSatisfy { $0["const"] != nil }
    }

    /// The constants, as they are written, for which a branch is chosen; those of all its branches for a union in a union.
    static func constants(of property: String, in branch: JSONValue, references: SchemaReferences, depth: Int = 0)
        -> [String]
    {
        guard depth < 16 else { return [] }
        if let constant = branch["properties"]?[property]?["const"] { return [constant.rawText] }
        let parts = ["allOf", "oneOf", "anyOf"].flatMap { branch[$0].map { Array($0.elements) } ?? [] }
        let target = references.target(of: branch).map { ($0, references.moved(to: branch)) }
        return target.map { constants(of: property, in: $0, references: $1, depth: depth + 1) }
            ?? parts.flatMap { constants(of: property, in: $0, references: references, depth: depth + 1) }
    }

    private func saysOnlyWhatIsRequired(_ branch: JSONValue) -> Bool {
        branch.kind == .object && branch.members.allSatisfy { $0.name == "required" || $0.name == "not" }
    }

    private var haveTypesOfTheirOwn: Bool {
        var seen: Set<String> = []
        return branches.allSatisfy { branch in
            let types = types(of: branch)
            return !types.isEmpty && types.allSatisfy { seen.insert($0).inserted }
        }
    }

    /// The types that a branch, or what it refers to, says it has.
    private func types(of branch: JSONValue) -> [String] {
        let target = references.target(of: branch)
        guard let type = branch["type"] ?? target?["type"] else { return [] }
        return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    }
}
