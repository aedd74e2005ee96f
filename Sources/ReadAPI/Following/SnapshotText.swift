import Cryptography
import Foundation
import JSONText
import Publishing
import SchemaRepository

/// The JSON of the records in a snapshot file.
enum SnapshotText {
    /// The version of the format. Files of another version are not read, because the database has the same data.
    private static let format = 3

    /// The content of an end record.
    struct End: Equatable {
        let point: HistoryPoint
        let platforms: [Platform]
        /// The newest release that restored the state of a database; 0 if there is none, and in files that earlier
        /// versions of Galley wrote.
        var restoration = 0
        var keys: [SignatureKey] = []
    }

    /// The content of the first record.
    static var head: [UInt8] {
        var writer = JSONWriter()
        writer.object { $0.member("format", format) }
        return writer.bytes
    }

    /// Returns true if the first record has this format, false for another format, nil if it is not a first record.
    static func isReadable(head text: [UInt8]) -> Bool? {
        (try? JSONDocument(parsing: text))?.root.integer("format").map { $0 == format }
    }

    /// Returns the text of a point of history. Of two such texts, the one with the higher `count` was written later.
    static func write(_ point: HistoryPoint, count: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("count", count)
            write(&$0, point)
        }
        return writer.bytes
    }

    /// Parses the text of `write`, which white space may follow; nil for any other text.
    static func point(_ text: [UInt8]) -> (point: HistoryPoint, count: Int)? {
        guard let root = (try? JSONDocument(parsing: text))?.root, let count = root.integer("count"),
            let point = point(root)
        else { return nil }
        return (point, count)
    }

    static func write(_ end: End) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            write(&$0, end.point)
            $0.member("restoration", end.restoration)
            $0.array("platforms", end.platforms) { writer, platform in
                writer.member("name", platform.name)
                writer.member("title", platform.title)
            }
            $0.array("keys", end.keys) { writer, key in
                writer.member("seed", Hexadecimal.encode(key.key.seed))
                writer.member("createdAt", Int(key.createdAt.timeIntervalSince1970))
            }
        }
        return writer.bytes
    }

    /// Parses the text of `write`; nil for anything else.
    static func end(_ text: [UInt8]) -> End? {
        guard let root = (try? JSONDocument(parsing: text))?.root, let point = point(root),
            let platforms = root.array("platforms", platform)
        else { return nil }
        var end = End(point: point, platforms: platforms, restoration: root.integer("restoration") ?? 0)
        // Files that earlier versions of Galley wrote have no keys.
        guard root["keys"] != nil else { return end }
        guard let keys = root.array("keys", key) else { return nil }
        end.keys = keys
        return end
    }

    static func write(_ feature: FeatureSnapshot) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { write(&$0, feature) }
        return writer.bytes
    }

    /// Parses the text of `write`; nil for anything else.
    static func feature(_ text: [UInt8]) -> FeatureSnapshot? {
        (try? JSONDocument(parsing: text)).flatMap { feature($0.root) }
    }

    private static func write(_ writer: inout JSONWriter, _ point: HistoryPoint) {
        writer.member("installation", point.installation)
        writer.member("release", point.release)
        writer.member("identity", point.identity)
        writer.member("cluster", point.cluster)
        writer.member("timeline", point.timeline)
    }

    private static func point(_ value: JSONValue) -> HistoryPoint? {
        guard let installation = value["installation"]?.string, let release = value.integer("release"),
            let identity = value["identity"]?.string, let cluster = value["cluster"]?.string,
            let timeline = value.integer("timeline")
        else { return nil }
        return HistoryPoint(
            installation: installation, release: release, identity: identity, cluster: cluster, timeline: timeline)
    }

    private static func write(_ writer: inout JSONWriter, _ feature: FeatureSnapshot) {
        writer.member("name", feature.name)
        writer.member("release", feature.release)
        writer.name("switchedOff")
        writer.beginArray()
        for platform in feature.switchedOff { writer.string(platform) }
        writer.endArray()
        writer.array("rules", feature.rules, write)
        if feature.cacheTime != .usual {
            writer.member("fresh", feature.cacheTime.fresh)
            writer.member("staleWhileRevalidate", feature.cacheTime.staleWhileRevalidate)
            writer.member("staleIfError", feature.cacheTime.staleIfError)
        }
        guard let renaming = feature.renaming else { return }
        writer.member("renamedTo", renaming.name)
        writer.member("renamedAt", Int(renaming.since.timeIntervalSince1970))
        writer.member("answersUntil", Int(renaming.until.timeIntervalSince1970))
    }

    private static func write(_ writer: inout JSONWriter, _ rule: Rule) {
        writer.member("platform", rule.platform)
        writer.member("from", rule.from.text)
        writer.member("until", rule.until?.text)
        writer.member("percentTenths", rule.percent.tenths)
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

    private static func key(_ value: JSONValue) -> SignatureKey? {
        guard let seed = value["seed"]?.string.flatMap(Hexadecimal.decode), let key = SigningKey(seed: seed),
            let time = value.integer("createdAt")
        else { return nil }
        return SignatureKey(key: key, createdAt: Date(timeIntervalSince1970: Double(time)))
    }

    private static func feature(_ value: JSONValue) -> FeatureSnapshot? {
        guard let name = value["name"]?.string, let release = value.integer("release"),
            let switchedOff = value.array("switchedOff", \.string), let rules = value.array("rules", rule)
        else { return nil }
        return FeatureSnapshot(
            name: name, release: release, rules: rules, switchedOff: switchedOff, renaming: renaming(value),
            cacheTime: cacheTime(value))
    }

    private static func cacheTime(_ value: JSONValue) -> CacheTime {
        guard let fresh = value.integer("fresh"),
            let staleWhileRevalidate = value.integer("staleWhileRevalidate"),
            let staleIfError = value.integer("staleIfError")
        else { return .usual }
        return CacheTime(fresh: fresh, staleWhileRevalidate: staleWhileRevalidate, staleIfError: staleIfError)
    }

    private static func renaming(_ value: JSONValue) -> Renaming? {
        guard let name = value["renamedTo"]?.string, let since = value.integer("renamedAt"),
            let until = value.integer("answersUntil")
        else { return nil }
        return Renaming(
            name: name, since: Date(timeIntervalSince1970: Double(since)),
            until: Date(timeIntervalSince1970: Double(until)))
    }

    private static func rule(_ value: JSONValue) -> Rule? {
        guard let platform = value["platform"]?.string, let range = range(value),
            let percent = percent(value), let revision = value.integer("revision"),
            let editions = value.array("editions", edition)
        else { return nil }
        return Rule(
            platform: platform, from: range.from, until: range.until, percent: percent, revision: revision,
            editions: editions)
    }

    /// Parses a rollout percentage; files that earlier versions of Galley wrote state whole percent.
    private static func percent(_ value: JSONValue) -> RolloutPercent? {
        (value.integer("percentTenths") ?? value.integer("percent").map { $0 * 10 }).map(RolloutPercent.init(tenths:))
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
    fileprivate func integer(_ name: String) -> Int? { self[name]?.integer }

    /// Returns every parsed element, or nil if one is invalid.
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
