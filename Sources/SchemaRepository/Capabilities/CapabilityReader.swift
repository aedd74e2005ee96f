import JSONText

/// Reads the members of a capability file, and collects everything that is wrong with them.
struct CapabilityReader {
    /// The most problems reported for one file; a broken generator makes thousands of one kind.
    static let maximumDiagnostics = 500

    let document: JSONDocument
    let repository: SchemaRepository
    private var found: [Diagnostic] = []
    private var omitted = 0

    init(document: JSONDocument, repository: SchemaRepository) {
        (self.document, self.repository) = (document, repository)
    }

    /// The problems in the order of the text; the last one has the number of those left out.
    var diagnostics: [Diagnostic] {
        let sorted = found.sorted { ($0.range?.start.offset ?? 0) < ($1.range?.start.offset ?? 0) }
        guard omitted > 0 else { return sorted }
        return sorted + [
            Diagnostic(
                severity: .error, code: "client.more", message: "\(omitted) more problems are not listed",
                pointer: JSONPointer(), range: document.range(of: document.root))
        ]
    }

    mutating func read(platforms: [String], given: CapabilityFile.Given) -> ClientCapabilities? {
        let root = document.root
        guard root.kind == .object else {
            report("type", "A capability file is an object with `platform`, `version` and `entities`", at: root)
            return nil
        }
        for member in root.members where !Self.members.contains(member.name) {
            reportUnknown(member, "a member of a capability file", among: Self.members)
        }
        let platform = platform(given.platform, among: platforms)
        let version = version(given.version)
        let build = build(given.build)
        checkSchemaRelease()
        let entities = entities()
        guard let platform, let version, let entities else { return nil }
        return ClientCapabilities(platform: platform, version: version, build: build, entities: entities)
    }

    // MARK: The build

    private mutating func platform(_ given: String?, among platforms: [String]) -> String? {
        let written = document.root["platform"]
        if let written, written.string == nil {
            report("type", "`platform` is the name of a platform, as `\"ios\"`", at: written)
            return nil
        }
        if let given, let written, written.string != given {
            report("platform", "This file is for `\(written.string ?? "")`, not for `\(given)`", at: written)
            return nil
        }
        guard let name = given ?? written?.string else {
            report("platform", "`platform` is missing: the file must say which app it is of", at: document.root)
            return nil
        }
        guard platforms.contains(name) else {
            let meant = Suggestion.nearest(to: name, among: platforms)
            report(
                "platform", "There is no platform `\(name)`" + Diagnostic.didYouMean(meant),
                at: written ?? document.root, suggestion: meant)
            return nil
        }
        return name
    }

    private mutating func version(_ given: String?) -> ClientVersion? {
        let written = document.root["version"]
        if let written, written.string == nil {
            report("type", "`version` is a client version in quotation marks, as `\"6.2.0\"`", at: written)
            return nil
        }
        let text = written?.string ?? ""
        guard let spelled = given ?? (text.isEmpty ? nil : text) else {
            report(
                "version", "`version` is missing: write the client version, as `\"6.2.0\"`",
                at: written ?? document.root)
            return nil
        }
        do {
            let version = try ClientVersion(spelled)
            if given != nil, !text.isEmpty, let written, try ClientVersion(text) != version {
                report("version", "This file is for version `\(text)`, not for `\(spelled)`", at: written)
                return nil
            }
            return version
        } catch {
            report("version", error.description, at: written ?? document.root)
            return nil
        }
    }

    private mutating func build(_ given: String?) -> String? {
        let written = document.root["build"]
        if let written, written.string == nil {
            report("type", "`build` is text in quotation marks, as `\"1042\"`", at: written)
            return nil
        }
        guard let build = given ?? written?.string, !build.isEmpty else { return nil }
        guard build.utf8.count <= 100, build.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            report("build", "`build` has at most 100 bytes and no control characters", at: written ?? document.root)
            return nil
        }
        return build
    }

    private mutating func checkSchemaRelease() {
        guard let written = document.root["schemaRelease"] else { return }
        let digits = written.string.map { $0.utf8.dropFirst(CapabilityFile.hashPrefix.utf8.count) }
        let isHash =
            written.string?.hasPrefix(CapabilityFile.hashPrefix) == true && digits?.count == 64
            && digits?.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } == true
        if !isHash {
            report(
                "schemaRelease",
                "`schemaRelease` is `sha256:` and the 64 hexadecimal digits of a schema release; leave it out if unknown",
                at: written)
        }
    }

    // MARK: Entities

    private mutating func entities() -> [String: ClientCapabilities.Entity]? {
        guard let listed = document.root["entities"] else {
            report("entities", "`entities` is missing: it lists what the build decodes", at: document.root)
            return nil
        }
        guard listed.kind == .object else {
            report("type", "`entities` is an object whose members are named after entities", at: listed)
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
            report("type", "What a build decodes of `\(outline.entity)` is an object", at: value)
            return entity
        }
        for member in value.members where !Self.lists.contains(member.name) {
            reportUnknown(member, "a list of an entity", among: Self.lists)
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
                // Whoever decodes a member of a nested object decodes the object.
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
            default: report("type", "`values` is a list of enum values, or an object of such lists", at: values)
            }
            let paths = outline.enums.map(\.path)
            for member in values.members where !paths.contains(member.name) {
                let meant = Suggestion.nearest(to: member.name, among: paths)
                report(
                    "unknownProperty",
                    "`\(member.name)` of `\(outline.entity)` has no enum values of its own"
                        + Diagnostic.didYouMean(meant), at: member, suggestion: meant)
            }
            if values.kind == .array, !paths.contains("") {
                report(
                    "unknownValue",
                    paths.isEmpty
                        ? "`\(outline.entity)` has no enum values of its own"
                        : "`\(outline.entity)` has no enum values of its own; its properties have: list them by path, "
                            + "as `{\"\(paths[0])\": […]}`", at: values)
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
                let subject = path.isEmpty ? "`\(outline.entity)`" : "`\(path)` of `\(outline.entity)`"
                report(
                    "noValues", "\(subject) is an enum, and no `values` are listed: the build is taken to know none",
                    at: value, severity: .warning)
            }
        }
    }

    private mutating func words(
        _ list: JSONValue, at path: String, _ known: [String], of entity: String
    ) -> Set<String> {
        let all = Set(known)
        var words: Set<String> = []
        let subject = path.isEmpty ? "`\(entity)`" : "`\(path)` of `\(entity)`"
        for word in strings(list, "`values`", of: entity) {
            if all.contains(word.text) {
                words.insert(word.text)
            } else if word.text == CapabilityPlace.anyName {
                words = all
            } else {
                let meant = suggestion(for: word.text, among: known)
                report(
                    "unknownValue", "\(subject) has no value `\(word.text)`" + Diagnostic.didYouMean(meant),
                    at: word.value, suggestion: meant)
            }
        }
        return words
    }

    /// A string of a list, with the place where it stands.
    private struct Listed {
        let text: String
        let value: JSONValue
    }

    /// Returns the strings of a list, each once; reports repeated strings and elements that are not strings.
    private mutating func strings(_ list: JSONValue, _ name: String, of entity: String) -> [Listed] {
        guard list.kind == .array else {
            report("type", "\(name) of `\(entity)` is a list of strings", at: list)
            return []
        }
        var seen: Set<String> = []
        return list.elements.compactMap { element in
            guard let text = element.string else {
                report("type", "\(name) of `\(entity)` is a list of strings", at: element)
                return nil
            }
            guard seen.insert(text).inserted else {
                report("duplicate", "`\(text)` is listed twice", at: element)
                return nil
            }
            return Listed(text: text, value: element)
        }
    }

    // MARK: Problems

    private mutating func reportUnknownEntity(_ member: JSONMember) {
        var meant: String?
        if found.count < Self.maximumDiagnostics {
            let name = member.name.split(separator: "/").last.map(String.init)
            meant =
                repository.entities.first { $0.name == name }?.id
                ?? Suggestion.nearest(to: member.name, among: repository.entities.map(\.id))
        }
        report(
            "unknownEntity", "There is no entity `\(member.name)`" + Diagnostic.didYouMean(meant), at: member,
            suggestion: meant)
    }

    private mutating func reportUnknownProperty(_ path: Listed, _ outline: CapabilityOutline, _ known: [String]) {
        let message = "`\(outline.entity)` has no property `\(path.text)`"
        guard found.count < Self.maximumDiagnostics else { return report("unknownProperty", message, at: path.value) }
        let names = path.text.split(separator: "/", maxSplits: 1).map(String.init)
        let property = repository.entity(outline.entity)?.properties.first { $0.name == names.first }
        if names.count == 2, let reference = property?.reference, repository.entity(reference) != nil {
            report(
                "unknownProperty", "\(message): `\(names[0])` is `\(reference)`, list `\(names[1])` there",
                at: path.value)
            return
        }
        let inherited = repository.entity(outline.entity)?.document.root["allOf"]?.elements.compactMap { part in
            part["$ref"]?.string.flatMap(repository.entity)
        }
        if let owner = inherited?.first(where: { $0.properties.contains { $0.name == path.text } }) {
            report("unknownProperty", "\(message) of its own; list it with `\(owner.id)`", at: path.value)
            return
        }
        let meant = suggestion(for: path.text, among: known)
        report("unknownProperty", message + Diagnostic.didYouMean(meant), at: path.value, suggestion: meant)
    }

    private mutating func reportUnknown(_ member: JSONMember, _ what: String, among known: [String]) {
        let meant = suggestion(for: member.name, among: known)
        report(
            "unknownMember", "`\(member.name)` is not \(what)" + Diagnostic.didYouMean(meant), at: member,
            suggestion: meant)
    }

    /// Returns the nearest known word; nil once no more problems are reported, because the search is slow.
    private func suggestion(for word: String, among known: [String]) -> String? {
        found.count < Self.maximumDiagnostics ? Suggestion.nearest(to: word, among: known) : nil
    }

    private mutating func report(
        _ code: String, _ message: String, at value: JSONValue, severity: Diagnostic.Severity = .error,
        suggestion: String? = nil
    ) {
        report(code, message, value, document.range(of: value), severity, suggestion)
    }

    private mutating func report(_ code: String, _ message: String, at member: JSONMember, suggestion: String? = nil) {
        report(code, message, member.value, document.range(ofBytes: member.nameRange), .error, suggestion)
    }

    private mutating func report(
        _ code: String, _ message: String, _ value: JSONValue, _ range: SourceRange, _ severity: Diagnostic.Severity,
        _ suggestion: String?
    ) {
        guard found.count < Self.maximumDiagnostics else {
            // Only omitted errors are counted: a warning does not refuse the file.
            if severity == .error { omitted += 1 }
            return
        }
        found.append(
            Diagnostic(
                severity: severity, code: "client.\(code)", message: message, pointer: value.pointer, range: range,
                suggestion: suggestion))
    }

    private static let members = ["platform", "version", "build", "schemaRelease", "entities"]
    private static let lists = ["properties", "values"]
}
