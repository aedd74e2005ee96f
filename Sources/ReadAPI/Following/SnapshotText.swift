import JSONText
import Publishing
import SchemaRepository

/// A snapshot as text for the disk: a line of JSON for its head, then one for each feature.
enum SnapshotText {
    /// Read back by the same version of Galley or refused; it is only a copy of what the database has.
    private static let format = 1

    static func write(_ snapshot: Snapshot) -> [UInt8] {
        var head = JSONWriter()
        head.object {
            $0.member("format", format)
            $0.member("release", snapshot.release)
            $0.member("features", snapshot.features.count)
            $0.array("platforms", snapshot.platforms) { writer, platform in
                writer.member("name", platform.name)
                writer.member("title", platform.title)
            }
        }
        var text = head.bytes
        for feature in snapshot.features {
            var line = JSONWriter()
            line.object { write(&$0, feature) }
            text.append(newline)
            text += line.bytes
        }
        return text
    }

    /// Nil for anything but a complete snapshot of this format.
    static func read(_ bytes: [UInt8]) -> Snapshot? {
        var lines = bytes.split(separator: newline)[...]
        guard let head = lines.popFirst().flatMap({ try? JSONDocument(parsing: Array($0)) })?.root,
            head.integer("format") == format, let release = head.integer("release"),
            let platforms = head.array("platforms", platform), head.integer("features") == lines.count
        else { return nil }
        var features: [FeatureSnapshot] = []
        for line in lines {
            guard let document = try? JSONDocument(parsing: Array(line)), let feature = feature(document.root) else {
                return nil
            }
            features.append(feature)
        }
        return Snapshot(release: release, platforms: platforms, features: features)
    }

    private static let newline = UInt8(ascii: "\n")

    private static func write(_ writer: inout JSONWriter, _ feature: FeatureSnapshot) {
        writer.member("name", feature.name)
        writer.member("release", feature.release)
        writer.name("switchedOff")
        writer.beginArray()
        for platform in feature.switchedOff { writer.string(platform) }
        writer.endArray()
        writer.array("rules", feature.rules, write)
    }

    private static func write(_ writer: inout JSONWriter, _ rule: Rule) {
        writer.member("platform", rule.platform)
        writer.member("from", rule.from.text)
        writer.member("until", rule.until?.text)
        writer.member("percent", rule.percent)
        writer.member("revision", rule.revision)
        writer.array("editions", rule.editions) { writer, edition in
            writer.member("from", edition.from.text)
            writer.member("until", edition.until?.text)
            writer.member("hash", edition.hash)
            writer.member("size", edition.size)
            writer.member("schemaRelease", edition.schemaRelease)
            writer.member("release", edition.release)
        }
    }

    private static func platform(_ value: JSONValue) -> Platform? {
        guard let name = value["name"]?.string, let title = value["title"]?.string else { return nil }
        return Platform(name: name, title: title)
    }

    private static func feature(_ value: JSONValue) -> FeatureSnapshot? {
        guard let name = value["name"]?.string, let release = value.integer("release"),
            let switchedOff = value.array("switchedOff", \.string), let rules = value.array("rules", rule)
        else { return nil }
        return FeatureSnapshot(name: name, release: release, rules: rules, switchedOff: switchedOff)
    }

    private static func rule(_ value: JSONValue) -> Rule? {
        guard let platform = value["platform"]?.string, let range = range(value),
            let percent = value.integer("percent"), let revision = value.integer("revision"),
            let editions = value.array("editions", edition)
        else { return nil }
        return Rule(
            platform: platform, from: range.from, until: range.until, percent: percent, revision: revision,
            editions: editions)
    }

    private static func edition(_ value: JSONValue) -> Edition? {
        guard let range = range(value), let hash = value["hash"]?.string, let size = value.integer("size"),
            let schemaRelease = value.integer("schemaRelease"), let release = value.integer("release")
        else { return nil }
        return Edition(
            from: range.from, until: range.until, hash: hash, size: size, schemaRelease: schemaRelease,
            release: release)
    }

    private static func range(_ value: JSONValue) -> VersionInterval? {
        guard let from = value["from"]?.string.flatMap({ try? ClientVersion($0) }), let until = value["until"] else {
            return nil
        }
        if until.isNull { return VersionInterval(from: from) }
        return until.string.flatMap { try? ClientVersion($0) }.map { VersionInterval(from: from, until: $0) }
    }
}

extension JSONWriter {
    fileprivate mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    fileprivate mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        number(value)
    }

    fileprivate mutating func member(_ name: String, _ value: String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    fileprivate mutating func array<Element>(
        _ name: String, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        beginArray()
        for element in elements { object { members(&$0, element) } }
        endArray()
    }
}

extension JSONValue {
    fileprivate func integer(_ name: String) -> Int? { self[name]?.number?.int }

    /// Every element read, or nil when one cannot be.
    fileprivate func array<Element>(_ name: String, _ read: (JSONValue) -> Element?) -> [Element]? {
        guard let array = self[name], array.kind == .array else { return nil }
        var elements: [Element] = []
        for value in array.elements {
            guard let element = read(value) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
