import JSONText

/// The branches of a union, with the ways to distinguish them.
struct UnionBranches {
    private let branches: [JSONValue]
    private let references: SchemaReferences

    /// Creates the union of these branches; `references` resolves their references.
    init(_ branches: JSONValue, references: SchemaReferences) {
        self.branches = Array(branches.elements)
        self.references = references
    }

    /// True if the branches have different JSON types, if each is a constant, or if they contain only `required` and
    /// `not`.
    var canBeToldApart: Bool {
        branches.allSatisfy(hasOnlyRequirements) || haveDistinctTypes || branches.allSatisfy { $0["const"] != nil }
    }

    /// Returns the constants of a property that select a branch, as written; for a nested union those of all its
    /// branches.
    static func constants(of property: String, in branch: JSONValue, references: SchemaReferences, depth: Int = 0)
        -> [String]
    {
        guard depth < 16 else { return [] }
        if let constant = branch["properties"]?[property]?["const"] { return [constant.rawText] }
        let parts = ["allOf", "oneOf", "anyOf"].flatMap { branch[$0].map { Array($0.elements) } ?? [] }
        let target = references.target(of: branch).map { ($0, references.forTarget(of: branch)) }
        return target.map { constants(of: property, in: $0, references: $1, depth: depth + 1) }
            ?? parts.flatMap { constants(of: property, in: $0, references: references, depth: depth + 1) }
    }

    private func hasOnlyRequirements(_ branch: JSONValue) -> Bool {
        branch.kind == .object && branch.members.allSatisfy { $0.name == "required" || $0.name == "not" }
    }

    private var haveDistinctTypes: Bool {
        var seen: Set<String> = []
        return branches.allSatisfy { branch in
            let types = types(of: branch)
            return !types.isEmpty && types.allSatisfy { seen.insert($0).inserted }
        }
    }

    /// Returns the JSON types of a branch or of the schema that it refers to.
    private func types(of branch: JSONValue) -> [String] {
        let target = references.target(of: branch)
        guard let type = branch["type"] ?? target?["type"] else { return [] }
        return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
    }
}
