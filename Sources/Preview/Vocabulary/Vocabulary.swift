import JSONText

/// The entities of a schema repository, by identifier and by name.
struct Vocabulary: Sendable {
    private(set) var entities: [String: DrawableEntity] = [:]
    private var idsByName: [String: [String]] = [:]

    /// Adds an entity.
    mutating func add(_ entity: DrawableEntity) {
        if entities.updateValue(entity, forKey: entity.id) == nil {
            idsByName[entity.name, default: []].append(entity.id)
        }
    }

    subscript(_ id: String) -> DrawableEntity? { entities[id] }

    /// Returns the entity with an identifier or, if it is a union, the entity in it that the object's discriminator
    /// names; nil if there is none.
    func entity(_ id: String, for value: JSONValue) -> DrawableEntity? {
        var seen: Set<String> = []
        return entity(id, for: value, seen: &seen)
    }

    private func entity(_ id: String, for value: JSONValue, seen: inout Set<String>) -> DrawableEntity? {
        guard seen.insert(id).inserted, let entity = entities[id] else { return nil }
        guard !entity.branches.isEmpty else { return entity }
        return choose(entity.branches, by: entity.discriminator, for: value, seen: &seen)
    }

    /// Returns the entity, of several, that the `type` of an object names; nil if the `type` names none of them.
    func entity(among ids: [String], for value: JSONValue) -> DrawableEntity? {
        var seen: Set<String> = []
        return choose(ids, by: "type", for: value, seen: &seen)
    }

    private func choose(
        _ ids: [String], by discriminator: String, for value: JSONValue, seen: inout Set<String>
    ) -> DrawableEntity? {
        guard let word = value[discriminator]?.word else { return nil }
        for id in ids {
            guard let branch = entities[id] else { continue }
            if branch.branches.isEmpty {
                if branch.constants.contains(word) || (branch.constants.isEmpty && branch.name == word) {
                    return branch
                }
            } else if let found = entity(id, for: value, seen: &seen) {
                return found
            }
        }
        return nil
    }

    /// Returns the entity that the `type` of a value names, whatever the entity's kind; nil if there is none.
    func entity(namedBy value: JSONValue) -> DrawableEntity? { value["type"]?.word.flatMap(entity(named:)) }

    /// Returns the entity with a name, of any kind; unions and enumerations are skipped.
    func entity(named name: String) -> DrawableEntity? {
        idsByName[name]?.compactMap { entities[$0] }.first { $0.branches.isEmpty && $0.enumValues.isEmpty }
    }

    /// The enumerations, in order of their identifiers.
    var enumerations: [DrawableEntity] {
        entities.values.filter { !$0.enumValues.isEmpty }.sorted { $0.id < $1.id }
    }
}
