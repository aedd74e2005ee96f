import JSONText

/// Reading of the entities of a capability file, with their properties and enum values.
extension CapabilityReader {
    /// Returns the listed entities by identifier, and reports all problems found in the list; nil if the list is
    /// missing or is not an object.
    mutating func entities() -> [String: ClientCapabilities.Entity]? {
        guard let listed = document.root["entities"] else {
            findings.report("entities", "`entities` is missing: it lists what the build decodes", at: document.root)
            return nil
        }
        guard listed.kind == .object else {
            findings.report(
                "type", "`entities` must be an object with a member for each entity, such as `/atoms/Icon`", at: listed)
            return nil
        }
        var entities: [String: ClientCapabilities.Entity] = [:]
        for member in listed.members {
            guard let entity = repository.entity(member.name) else {
                reportUnknownEntity(member)
                continue
            }
            entities[entity.id] = read(member.value, CapabilityOutline(entity))
        }
        return entities
    }

    private mutating func read(_ value: JSONValue, _ outline: CapabilityOutline) -> ClientCapabilities.Entity {
        var entity = ClientCapabilities.Entity()
        guard value.kind == .object else {
            findings.report("type", "`\(outline.entity)` must be an object with `properties` or `values`", at: value)
            return entity
        }
        for member in value.members where !Self.lists.contains(member.name) {
            findings.reportUnknown(member, "a member of an entity", among: Self.lists)
        }
        var hasAll = false
        if let properties = value["properties"] {
            let known = outline.properties.map(\.name.path)
            var paths = strings(properties, "`properties`", of: outline.entity)
            hasAll = paths.contains { $0.text == CapabilityPlace.anyName }
            if hasAll {
                entity.properties = Set(known)
                paths.removeAll { $0.text == CapabilityPlace.anyName }
            }
            let all = Set(known)
            for path in paths {
                guard all.contains(path.text) else {
                    reportUnknownProperty(path, outline, known)
                    continue
                }
                // A build that decodes a member of a nested object decodes the object too.
                entity.properties.formUnion(CapabilityPlace.prefixes(of: path.text).filter(all.contains))
            }
        }
        readValues(value, outline, hasAll: hasAll, into: &entity)
        return entity
    }

    private mutating func readValues(
        _ value: JSONValue, _ outline: CapabilityOutline, hasAll: Bool, into entity: inout ClientCapabilities.Entity
    ) {
        var listed: [(path: String, list: JSONValue)] = []
        if let values = value["values"] {
            switch values.kind {
            case .array: listed = [("", values)]
            case .object: listed = values.members.map { ($0.name, $0.value) }
            default:
                findings.report(
                    "type", "`values` must be a list of enum values, or an object with such a list for each property",
                    at: values)
            }
            let paths = outline.enums.map(\.path)
            for member in values.members where !paths.contains(member.name) {
                let meant = findings.suggestion(for: member.name, among: paths)
                findings.report(
                    "unknownProperty",
                    "\(code: member.name) of `\(outline.entity)` has no enum values of its own"
                        + Diagnostic.didYouMean(meant), at: member, suggestion: meant)
            }
            if values.kind == .array, !paths.contains("") {
                findings.report(
                    "unknownValue",
                    paths.isEmpty
                        ? "`\(outline.entity)` has no enum values of its own"
                        : "`\(outline.entity)` is not an enum itself; list enum values by the path of the enum, "
                            + "such as `{\"\(paths[0])\": […]}`", at: values)
                listed = []
            }
        }
        for (path, values) in outline.enums {
            let known = values.map(\.name.value)
            if let list = listed.first(where: { $0.path == path })?.list {
                entity.values[path] = words(list, at: path, known, of: outline.entity)
            } else if hasAll, !path.isEmpty {
                entity.values[path] = Set(known)
            } else if value["values"].map({ $0.kind == .object }) ?? true,
                path.isEmpty || entity.properties.contains(path)
            {
                let subject = path.isEmpty ? "`\(outline.entity)`" : "\(code: path) of `\(outline.entity)`"
                findings.report(
                    "noValues",
                    "\(subject) is an enum, but the file has no `values` for it; the build is assumed to know no value",
                    at: value, severity: .warning)
            }
        }
    }

    private mutating func words(
        _ list: JSONValue, at path: String, _ known: [String], of entity: String
    ) -> Set<String> {
        let all = Set(known)
        var words: Set<String> = []
        let subject = path.isEmpty ? "\(code: entity)" : "\(code: path) of \(code: entity)"
        for word in strings(list, "`values`", of: entity) {
            if all.contains(word.text) {
                words.insert(word.text)
            } else if word.text == CapabilityPlace.anyName {
                words = all
            } else {
                let meant = findings.suggestion(for: word.text, among: known)
                findings.report(
                    "unknownValue", "\(subject) has no value \(code: word.text)" + Diagnostic.didYouMean(meant),
                    at: word.value, suggestion: meant)
            }
        }
        return words
    }

    /// A string in a list, with its JSON value for the position.
    private struct Listed {
        let text: String
        let value: JSONValue
    }

    /// Returns the strings of a list, each once; reports a value that is not a list, repeated strings and elements that
    /// are not strings.
    private mutating func strings(_ list: JSONValue, _ name: String, of entity: String) -> [Listed] {
        guard list.kind == .array else {
            findings.report("type", "\(name) of \(code: entity) must be a list of strings", at: list)
            return []
        }
        var seen: Set<String> = []
        return list.elements.compactMap { element in
            guard let text = element.string else {
                findings.report("type", "\(name) of \(code: entity) must be a list of strings", at: element)
                return nil
            }
            guard seen.insert(text).inserted else {
                findings.report("duplicate", "\(code: text) is listed more than once", at: element)
                return nil
            }
            return Listed(text: text, value: element)
        }
    }

    // MARK: Problems

    private mutating func reportUnknownEntity(_ member: JSONMember) {
        var meant: String?
        if !findings.isFull {
            let name = member.name.split(separator: "/").last.map(String.init)
            meant =
                repository.entities.first { $0.name == name }?.id
                ?? Suggestion.nearest(to: member.name, among: repository.entities.map(\.id))
        }
        findings.report(
            "unknownEntity", "There is no entity \(code: member.name)" + Diagnostic.didYouMean(meant), at: member,
            suggestion: meant)
    }

    private mutating func reportUnknownProperty(_ path: Listed, _ outline: CapabilityOutline, _ known: [String]) {
        let message = "`\(outline.entity)` has no property \(code: path.text)"
        guard !findings.isFull else { return findings.report("unknownProperty", message, at: path.value) }
        let names = path.text.split(separator: "/", maxSplits: 1).map(String.init)
        let property = repository.entity(outline.entity)?.properties.first { $0.name == names.first }
        if names.count == 2, let reference = property?.reference, repository.entity(reference) != nil {
            findings.report(
                "unknownProperty",
                "\(message): \(code: names[0]) is a \(code: reference); "
                    + "list \(code: names[1]) under \(code: reference)",
                at: path.value)
            return
        }
        let inherited = repository.entity(outline.entity)?.document.root["allOf"]?.elements.compactMap { part in
            part["$ref"]?.string.flatMap(repository.entity)
        }
        if let owner = inherited?.first(where: { $0.properties.contains { $0.name == path.text } }) {
            findings.report("unknownProperty", "\(message) of its own; list it under `\(owner.id)`", at: path.value)
            return
        }
        let meant = findings.suggestion(for: path.text, among: known)
        findings.report("unknownProperty", message + Diagnostic.didYouMean(meant), at: path.value, suggestion: meant)
    }

    private static let lists = ["properties", "values"]
}
