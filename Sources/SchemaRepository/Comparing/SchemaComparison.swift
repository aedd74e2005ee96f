import JSONSchema
import JSONText

/// Compares two states of one schema, keyword by keyword.
struct SchemaComparison {
    private(set) var changes: [SchemaChange] = []
    private let before: Entity
    private let after: Entity

    /// Compares the schemas of an entity.
    init(_ before: Entity, _ after: Entity) {
        (self.before, self.after) = (before, after)
        compare(before.document.root, after.document.root, of: "")
    }

    /// Compares the old and the new state of a subschema; `owner` is its name in messages, empty for the whole schema
    /// of the entity.
    private mutating func compare(_ old: JSONValue, _ new: JSONValue, of owner: String) {
        guard !old.isEqual(to: new) else { return }
        guard old.kind == .object, new.kind == .object else {
            // `false` allows no value, so any schema that replaces it allows more.
            return add(
                .type, .changed, breaking: old.boolean != false, "\(Self.subject(owner)) has a different schema.",
                at: new)
        }
        var names: [String] = old.members.map(\.name)
        names += new.members.map(\.name).filter { old[$0] == nil }
        // Without `enum`, the values that were allowed are not listed, so no value is taken to be new.
        let newValues = old["enum"].map { Set(Self.texts(new["enum"])).subtracting(Self.texts($0)) } ?? []
        for name in names {
            let (was, now) = (old[name], new[name])
            if let was, let now, was.isEqual(to: now) { continue }
            compare(name, was, now, newValues, of: owner)
        }
    }

    /// Compares a keyword; `newValues` are the values that were added to `enum`, empty if there was no `enum` before.
    private mutating func compare(
        _ name: String, _ was: JSONValue?, _ now: JSONValue?, _ newValues: Set<String>, of owner: String
    ) {
        guard let place = now ?? was else { return }
        switch name {
        case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
            compareMembers(name, was, now, of: owner)
        case "required": compareRequired(was, now, place, of: owner)
        case "enum": compareValues(was, now, place, of: owner)
        case "type": compareTypes(was, now, place, of: owner)
        case "oneOf", "anyOf", "allOf": compareBranches(name, was, now, place, of: owner)
        case "const":
            let demand =
                switch (was, now) {
                case (let was?, let now?): "must be \(excerpt(now)) instead of \(excerpt(was))"
                case (nil, let now?): "must now be \(excerpt(now))"
                case (let was, nil): "need no longer be \(excerpt(was ?? place))"
                }
            add(.value, kind(was, now), breaking: now != nil, "\(Self.subject(owner)) \(demand).", at: place)
        case "$ref":
            let reference =
                switch (was, now) {
                case (let was?, let now?): "refers to \(excerpt(now)) instead of \(excerpt(was))"
                case (nil, let now?): "now refers to \(excerpt(now))"
                case (let was, nil): "no longer refers to \(excerpt(was ?? place))"
                }
            add(
                .reference, kind(was, now), breaking: now != nil, "\(Self.subject(owner)) \(reference).", at: place)
        case "title", "description", "examples", "$comment", "default", "errors":
            add(
                .documentation, kind(was, now), breaking: false, "\(Self.owner(owner))`\(name)` \(verb(was, now)).",
                at: place)
        default:
            if let limit = SchemaLimit(name) {
                compareLimit(limit, was, now, place, of: owner)
            } else if let annotation = Annotation(rawValue: name) {
                compareAnnotation(annotation, was, now, place, newValues, of: owner)
            } else if Self.subschemas.contains(name), let was, let now {
                compare(was, now, of: Self.inside(name, owner))
            } else {
                compareOther(name, was, now, place, of: owner)
            }
        }
    }

    /// The keywords whose schemas are compared keyword by keyword. `not` and `if` are compared as a whole
    /// (`SchemaLimit`): if the schema in `not` allows more, the schema around it allows less.
    private static let subschemas: Set<String> = [
        "items", "contains", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "propertyNames",
        "then",
        "else",
    ]

    private mutating func compareMembers(_ keyword: String, _ was: JSONValue?, _ now: JSONValue?, of owner: String) {
        let isProperty = keyword == "properties"
        for member in was.map({ Array($0.members) }) ?? [] {
            let name = isProperty ? Self.property(member.name, of: owner) : Self.inside(member.name, owner)
            if let after = now?[member.name] {
                compare(member.value, after, of: name)
            } else {
                add(
                    .property, .removed, breaking: isProperty || keyword == "patternProperties",
                    "`\(name)` is removed.", at: member.value)
            }
        }
        for member in now.map({ Array($0.members) }) ?? [] where was?[member.name] == nil {
            let name = isProperty ? Self.property(member.name, of: owner) : Self.inside(member.name, owner)
            add(.property, .added, breaking: keyword == "patternProperties", "`\(name)` is new.", at: member.value)
        }
    }

    private mutating func compareRequired(_ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String) {
        let (old, new) = (Self.texts(was), Self.texts(now))
        for name in new where !old.contains(name) {
            add(
                .requirement, .added, breaking: true, "`\(Self.property(name, of: owner))` is required now.", at: place)
        }
        for name in old where !new.contains(name) {
            add(
                .requirement, .removed, breaking: false, "`\(Self.property(name, of: owner))` is optional now.",
                at: was ?? place)
        }
    }

    private mutating func compareValues(_ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String) {
        guard let was, let now else {
            return add(
                .value, kind(was, now), breaking: now != nil,
                "\(Self.subject(owner)) \(now == nil ? "no longer has" : "now has") a list of allowed values.",
                at: place)
        }
        for value in was.elements where !now.elements.contains(where: { $0.isEqual(to: value) }) {
            add(
                .value, .removed, breaking: true, "\(Self.valueSubject(owner)) \(excerpt(value)) is removed.", at: value
            )
        }
        for value in now.elements where !was.elements.contains(where: { $0.isEqual(to: value) }) {
            add(.value, .added, breaking: false, "\(Self.valueSubject(owner)) \(excerpt(value)) is new.", at: value)
        }
    }

    private mutating func compareTypes(_ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String) {
        let (old, new) = (Self.types(was), Self.types(now))
        guard old != new else { return }
        let isNarrower = now != nil && (was == nil || !old.isSubset(of: new))
        add(
            .type, kind(was, now), breaking: isNarrower,
            Self.sentence("The type of \(Self.object(owner))", was.map(excerpt), now.map(excerpt)), at: place)
    }

    /// Compares the branches of `oneOf`, `anyOf` or `allOf`, matched by `isSame`.
    private mutating func compareBranches(
        _ keyword: String, _ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String
    ) {
        let isComposition = keyword == "allOf"
        var rest = was.map { Array($0.elements) } ?? []
        let places = Self.inside(keyword, owner)
        for branch in now.map({ Array($0.elements) }) ?? [] {
            if let index = rest.firstIndex(where: { Self.isSame($0, branch) }) {
                compare(rest.remove(at: index), branch, of: "\(places) \(Self.name(of: branch))")
            } else {
                add(
                    .branch, .added, breaking: isComposition || was == nil,
                    "\(Self.owner(owner))`\(keyword)` has the new branch \(Self.name(of: branch)).", at: branch)
            }
        }
        for branch in rest {
            add(
                .branch, .removed, breaking: !isComposition && now != nil,
                "\(Self.owner(owner))`\(keyword)` no longer has the branch \(Self.name(of: branch)).", at: branch)
        }
    }

    private mutating func compareLimit(
        _ limit: SchemaLimit, _ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String
    ) {
        add(
            .limit, kind(was, now), breaking: limit.isNarrower(was, now),
            Self.sentence("`\(limit.keyword)` of \(Self.object(owner))", was.map(excerpt), now.map(excerpt)), at: place)
    }

    private mutating func compareAnnotation(
        _ annotation: Annotation, _ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue,
        _ newValues: Set<String> = [], of owner: String
    ) {
        switch annotation {
        case .since, .removed, .unsupported: compareSupport(annotation, was, now, place, of: owner)
        case .values:
            for member in was.map({ Array($0.members) }) ?? [] {
                compareAnnotations(of: member.name, member.value, now?[member.name], of: owner)
            }
            for member in now.map({ Array($0.members) }) ?? [] where was?[member.name] == nil {
                compareAnnotations(
                    of: member.name, nil, member.value, isNew: newValues.contains(member.name), of: owner)
            }
        case .ignorable, .fallback:
            add(
                .annotation, kind(was, now), breaking: was?.boolean == true && now?.boolean != true,
                annotation, was, now, at: place, of: owner)
        case .unknownItems:
            add(
                .annotation, kind(was, now), breaking: was?.string == "drop" && now?.string != "drop", annotation, was,
                now, at: place, of: owner)
        case .kind, .name, .discriminator, .layout, .unique, .reference:
            add(.annotation, kind(was, now), breaking: true, annotation, was, now, at: place, of: owner)
        case .deprecated, .planned:
            add(.annotation, kind(was, now), breaking: false, annotation, was, now, at: place, of: owner)
        case .translations, .examples, .category, .owners, .testValue:
            add(.documentation, kind(was, now), breaking: false, annotation, was, now, at: place, of: owner)
        }
    }

    /// Compares the annotations of an enum value, including its `unknownAs`: the value that clients get instead if they
    /// do not know it. The annotations of a new value break nothing, because no client had the value before.
    private mutating func compareAnnotations(
        of value: String, _ was: JSONValue?, _ now: JSONValue?, isNew: Bool = false, of owner: String
    ) {
        let name = Self.inside(value, owner)
        for annotation in [Annotation.since, .planned, .removed, .unsupported, .deprecated] {
            let (old, new) = (was?[annotation], now?[annotation])
            guard let place = new ?? old, old.map({ old in new.map(old.isEqual(to:)) ?? false }) != true else {
                continue
            }
            guard !isNew else {
                let isSupport = annotation != .planned && annotation != .deprecated
                add(
                    isSupport ? .support : .annotation, .added, breaking: false, annotation, old, new, at: place,
                    of: name)
                continue
            }
            compareAnnotation(annotation, old, new, place, of: name)
        }
        let (old, new) = (was?["unknownAs"]?.string, now?["unknownAs"]?.string)
        let (oldPlace, newPlace) = (was?["unknownAs"], now?["unknownAs"])
        if old != new, let place = newPlace ?? oldPlace {
            let message =
                new.map { "Clients that do not know \(code: value) get \(code: $0) instead." }
                ?? "\(code: value) no longer has a replacement for clients that do not know it."
            add(.annotation, kind(oldPlace, newPlace), breaking: old != nil && new == nil, message, at: place)
        }
    }

    /// Compares versions platform by platform. A higher `x-since` takes support from clients that had it; a lower one
    /// claims support for clients that may not have it. Both are breaking.
    private mutating func compareSupport(
        _ annotation: Annotation, _ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String
    ) {
        var platforms = was.map { $0.members.map(\.name) } ?? []
        platforms += now.map { $0.members.map(\.name).filter { was?[$0] == nil } } ?? []
        if platforms.isEmpty || (was == nil) != (now == nil) {
            // Without `x-since`, all versions of all platforms have support; with it, only the named platforms have it,
            // from the given versions on. So adding `x-since` breaks clients, and so does removing it. Adding one of
            // the other annotations breaks clients, removing it does not.
            let breaking = annotation == .since || now != nil
            return add(
                .support, kind(was, now), breaking: breaking,
                Self.sentence("`\(annotation.rawValue)` of \(Self.object(owner))", was.map(excerpt), now.map(excerpt)),
                at: place)
        }
        for platform in platforms {
            let (old, new) = (was?[platform]?.string, now?[platform]?.string)
            guard old != new else { continue }
            let isLater =
                if let old, let new, let first = try? ClientVersion(old), let second = try? ClientVersion(new) {
                    first < second
                } else { old == nil }
            let breaking =
                switch annotation {
                case .since: old != nil
                case .removed: new != nil && !(old != nil && isLater)
                default: old == nil
                }
            add(
                .support, kind(was?[platform], now?[platform]), breaking: breaking,
                Self.sentence(
                    "`\(annotation.rawValue)` of \(Self.object(owner)) on \(code: platform)", old.map { "\(code: $0)" },
                    new.map { "\(code: $0)" }),
                at: now?[platform] ?? was?[platform] ?? place)
        }
    }

    /// Compares a keyword without a method of its own. A new or changed keyword may forbid more than before, so the
    /// change is breaking unless the keyword begins with `x-` or `$`, or is `additionalProperties`,
    /// `unevaluatedProperties` or `unevaluatedItems` with the value `true`.
    private mutating func compareOther(
        _ name: String, _ was: JSONValue?, _ now: JSONValue?, _ place: JSONValue, of owner: String
    ) {
        let isAnnotation = name.hasPrefix(Annotation.prefix) || name.hasPrefix("$")
        let mayAllowAll = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"].contains(name)
        let breaking = !isAnnotation && now != nil && (!mayAllowAll || now?.boolean != true)
        add(
            isAnnotation ? .annotation : .limit, kind(was, now), breaking: breaking,
            "\(code: name) of \(Self.object(owner)) \(verb(was, now)).", at: place)
    }
}

// Messages and names.
extension SchemaComparison {
    /// Adds a change. `place` is in the old schema if `kind` is `removed`, otherwise in the new one.
    private mutating func add(
        _ subject: SchemaChange.Subject, _ kind: SchemaChange.Kind, breaking: Bool, _ message: String,
        at place: JSONValue
    ) {
        let document = kind == .removed ? before.document : after.document
        changes.append(
            SchemaChange(
                entity: after.id, subject: subject, kind: kind, isBreaking: breaking, message: message,
                pointer: place.pointer, line: document.range(of: place).start.line))
    }

    private mutating func add(
        _ subject: SchemaChange.Subject, _ kind: SchemaChange.Kind, breaking: Bool, _ annotation: Annotation,
        _ was: JSONValue?, _ now: JSONValue?, at place: JSONValue, of owner: String
    ) {
        add(
            subject, kind, breaking: breaking,
            Self.sentence("`\(annotation.rawValue)` of \(Self.object(owner))", was.map(excerpt), now.map(excerpt)),
            at: place)
    }

    /// Returns a sentence about an old and a new value, either of which may be missing (nil).
    private static func sentence(_ subject: String, _ was: String?, _ now: String?) -> String {
        switch (was, now) {
        case (let was?, let now?): "\(subject) is \(now) instead of \(was)."
        case (nil, let now?): "\(subject) is \(now); before, it was not set."
        case (let was?, nil): "\(subject) is no longer set; it was \(was)."
        case (nil, nil): "\(subject) is changed."
        }
    }

    private func kind(_ was: JSONValue?, _ now: JSONValue?) -> SchemaChange.Kind {
        was == nil ? .added : now == nil ? .removed : .changed
    }

    private func verb(_ was: JSONValue?, _ now: JSONValue?) -> String {
        was == nil ? "is new" : now == nil ? "is removed" : "is changed"
    }

    private func excerpt(_ value: JSONValue) -> String { "`\(value.excerpt.filter { $0 != "`" })`" }

    /// Returns the name of a subschema for the beginning of a sentence.
    private static func subject(_ owner: String) -> String { owner.isEmpty ? "The schema" : "`\(owner)`" }

    /// Returns the name of a subschema for the middle of a sentence.
    private static func object(_ owner: String) -> String { owner.isEmpty ? "the schema" : "`\(owner)`" }

    /// Returns the beginning of a sentence about a value of the `enum` of a subschema.
    private static func valueSubject(_ owner: String) -> String {
        owner.isEmpty ? "The value" : "`\(owner)`: the value"
    }

    /// Returns the name of a subschema and a colon, to stand before a sentence; empty for the whole schema.
    private static func owner(_ owner: String) -> String { owner.isEmpty ? "" : "`\(owner)`: " }

    private static func property(_ name: String, of owner: String) -> String {
        owner.isEmpty ? name.excerpt() : "\(owner)/\(name.excerpt())"
    }

    /// Returns the name of the subschema below a keyword of another subschema.
    private static func inside(_ keyword: String, _ owner: String) -> String {
        owner.isEmpty ? keyword.excerpt() : "\(owner) \(keyword.excerpt())"
    }

    private static func texts(_ list: JSONValue?) -> [String] { list.map { $0.elements.compactMap(\.string) } ?? [] }

    private static func types(_ value: JSONValue?) -> Set<String> {
        var types = Set(value?.string.map { [$0] } ?? texts(value))
        // Every whole number is a number.
        if types.contains("number") { types.insert("integer") }
        return types
    }

    /// Returns true if two branches correspond: by the same `$ref`, otherwise by the same constant of `type`, otherwise
    /// by equal content.
    private static func isSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
        if let reference = old["$ref"]?.string { return reference == new["$ref"]?.string }
        if let type = old["properties"]?["type"]?["const"]?.string {
            return type == new["properties"]?["type"]?["const"]?.string
        }
        return old.isEqual(to: new)
    }

    private static func name(of branch: JSONValue) -> String {
        let name = branch["$ref"]?.string ?? branch["properties"]?["type"]?["const"]?.string ?? branch["title"]?.string
        return "\(code: name ?? branch.excerpt.filter { $0 != "`" }, upTo: Excerpt.long)"
    }
}
