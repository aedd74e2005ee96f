import JSONSchema
import JSONText

extension SchemaRepository {
    /// The maximum number of changed examples that are validated for one comparison.
    private static let maximumTrials = 5_000

    /// Returns a change for each property that only one of the two repositories allows to be blank, null or missing, in
    /// the order of the entities and of their examples.
    ///
    /// The method takes the examples that both repositories accept. In each of them it makes one member of the root at
    /// a time blank, null and missing, and validates the results with both repositories. It tries each member once for
    /// an entity, and only if the entity has it in its own `properties` and either the entity or one to which the
    /// member's schema refers has changed. After `maximumTrials` results it returns the changes found so far. A change
    /// is breaking if a value is no longer accepted, because documents may contain this value.
    package func emptyValueChanges(since old: SchemaRepository) -> [SchemaChange] {
        let changed = Set(
            entities.filter { entity in
                old.entity(entity.id).map { !$0.document.root.isEqual(to: entity.document.root) } ?? false
            }.map(\.id))
        var changes: [SchemaChange] = []
        var trials = 0
        for entity in entities.sorted(by: { $0.id < $1.id }) {
            guard let before = old.entity(entity.id), let own = schema(entity.id), let former = old.schema(entity.id)
            else { continue }
            let concerned = Self.concerned(entity, before, changed)
            guard !concerned.isEmpty else { continue }
            var tried: Set<String> = []
            for example in entity.examples + before.examples {
                guard let document = try? JSONDocument(parsing: example.bytes), document.root.kind == .object,
                    own.isValid(document.root), former.isValid(document.root)
                else { continue }
                for member in document.root.members
                where concerned.contains(member.name) && tried.insert(member.name).inserted {
                    for value in EmptyValue.allCases where value.canReplace(member.value) {
                        trials += 1
                        guard trials <= Self.maximumTrials else { return changes }
                        guard let trial = try? JSONDocument(parsing: value.text(of: document.root, in: member.name))
                        else { continue }
                        let isAccepted = own.isValid(trial.root)
                        guard isAccepted != former.isValid(trial.root) else { continue }
                        changes.append(
                            SchemaChange(
                                entity: entity.id, subject: .requirement, kind: .changed, isBreaking: !isAccepted,
                                message: value.message(member.name, isAccepted: isAccepted), pointer: JSONPointer(),
                                line: nil))
                    }
                }
            }
        }
        return changes
    }

    /// Returns the names of the members that are tried: all in the `properties` of a changed entity, otherwise those
    /// whose schemas refer to a changed entity.
    private static func concerned(_ entity: Entity, _ before: Entity, _ changed: Set<String>) -> Set<String> {
        let all = [entity, before].flatMap(\.properties)
        guard !changed.contains(entity.id) else { return Set(all.map(\.name)) }
        return Set(all.filter { !references(in: $0.schema).isDisjoint(with: changed) }.map(\.name))
    }

    /// Returns the targets of the references in a schema.
    private static func references(in schema: JSONValue) -> Set<String> {
        var found: Set<String> = []
        var rest = [schema]
        while let value = rest.popLast() {
            switch value.kind {
            case .object:
                if let target = value["$ref"]?.string { found.insert(target) }
                rest += value.members.map(\.value)
            case .array: rest += value.elements
            case .boolean, .null, .number, .string: break
            }
        }
        return found
    }
}

/// A way in which a member can be empty.
private enum EmptyValue: CaseIterable {
    case blank
    case null
    case absent

    /// Returns true if a value can be made empty in this way and is not empty yet.
    func canReplace(_ value: JSONValue) -> Bool {
        switch self {
        case .blank: value.string?.isEmpty == false
        case .null: value.kind != .null
        case .absent: true
        }
    }

    /// Returns an object's JSON with one member made empty in this way.
    func text(of object: JSONValue, in name: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for member in object.members where self != .absent || member.name != name {
            writer.name(member.name)
            switch self {
            case .blank where member.name == name: writer.string("")
            case .null where member.name == name: writer.raw(Array("null".utf8))
            case .blank, .null, .absent: writer.raw(member.value)
            }
        }
        writer.endObject()
        return writer.bytes
    }

    func message(_ name: String, isAccepted: Bool) -> String {
        switch (self, isAccepted) {
        case (.blank, true): "A blank `\(name)` is accepted now; older clients may not expect it."
        case (.blank, false): "A blank `\(name)` is refused now."
        case (.null, true): "`\(name)` may be `null` now; older clients may not expect it."
        case (.null, false): "`\(name)` may no longer be `null`."
        case (.absent, true): "`\(name)` may be missing now; older clients may not expect that."
        case (.absent, false): "`\(name)` may no longer be missing."
        }
    }
}
