import JSONText

/// Reads the members of a capability file and collects the problems found.
struct CapabilityReader {
    let document: JSONDocument
    let repository: SchemaRepository
    var findings: CapabilityFindings

    init(document: JSONDocument, repository: SchemaRepository) {
        (self.document, self.repository) = (document, repository)
        findings = CapabilityFindings(document: document)
    }

    mutating func read(platforms: [String], given: CapabilityFile.Given) -> ClientCapabilities? {
        let root = document.root
        guard root.kind == .object else {
            findings.report(
                "type", "A capability file must be an object with `platform`, `version` and `entities`", at: root)
            return nil
        }
        for member in root.members where !Self.members.contains(member.name) {
            findings.reportUnknown(member, "a member of a capability file", among: Self.members)
        }
        let platform = platform(given.platform, among: platforms)
        let version = version(given.version)
        let build = build(given.build)
        checkSchemaRelease()
        let entities = entities()
        guard let platform, let version, let entities else { return nil }
        return ClientCapabilities(platform: platform, version: version, build: build, entities: entities)
    }

    private mutating func platform(_ given: String?, among platforms: [String]) -> String? {
        let written = document.root["platform"]
        if let written, written.string == nil {
            findings.report("type", "`platform` must be the name of a platform, such as `\"ios\"`", at: written)
            return nil
        }
        if let given, let written, written.string != given {
            findings.report(
                "platform", "This file is for \(code: written.string ?? ""), not for `\(given)`", at: written)
            return nil
        }
        guard let name = given ?? written?.string else {
            findings.report(
                "platform", "`platform` is missing: the file must name the platform of the app", at: document.root)
            return nil
        }
        guard platforms.contains(name) else {
            let meant = Suggestion.nearest(to: name, among: platforms)
            findings.report(
                "platform", "There is no platform \(code: name)" + Diagnostic.didYouMean(meant),
                at: written ?? document.root, suggestion: meant)
            return nil
        }
        return name
    }

    private mutating func version(_ given: String?) -> ClientVersion? {
        let written = document.root["version"]
        if let written, written.string == nil {
            findings.report(
                "type", "`version` must be a client version in quotation marks, such as `\"6.2.0\"`", at: written)
            return nil
        }
        let text = written?.string ?? ""
        guard let spelled = given ?? (text.isEmpty ? nil : text) else {
            findings.report(
                "version", "`version` is missing: write the client version, such as `\"6.2.0\"`",
                at: written ?? document.root)
            return nil
        }
        do {
            let version = try ClientVersion(spelled)
            if given != nil, !text.isEmpty, let written, try ClientVersion(text) != version {
                findings.report(
                    "version", "This file is for version \(code: text), not for \(code: spelled)", at: written)
                return nil
            }
            return version
        } catch {
            findings.report("version", error.description, at: written ?? document.root)
            return nil
        }
    }

    private mutating func build(_ given: String?) -> String? {
        let written = document.root["build"]
        if let written, written.string == nil {
            findings.report("type", "`build` must be text in quotation marks, such as `\"1042\"`", at: written)
            return nil
        }
        guard let build = given ?? written?.string, !build.isEmpty else { return nil }
        guard build.utf8.count <= 100, build.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            findings.report(
                "build", "`build` must have at most 100 bytes and no control characters", at: written ?? document.root)
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
            findings.report(
                "schemaRelease",
                "`schemaRelease` must be `sha256:` and the 64 lower-case hexadecimal digits of a schema release; "
                    + "leave it out if unknown",
                at: written)
        }
    }

    private static let members = ["platform", "version", "build", "schemaRelease", "entities"]
}
