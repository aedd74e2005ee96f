import DocumentKinds
import Foundation
import PostgreSQL
import Publishing
import SchemaRepository
import TestSupport
import Testing

/// A fresh database with schemas. In them a screen has `badge` from iOS 6.0 on and `ribbon` before iOS 8.0.
struct Installation {
    let database: TestDatabase
    let stores: Stores

    var pool: ConnectionPool { database.pool }

    /// Returns a connection with the role that owns the tables, for tests that tamper with data.
    func connectAsOwner() throws -> Connection { try database.connectAsOwner() }

    var releases: ReleaseStore { stores.releases }

    /// Reads the snapshots that a read node uses.
    func snapshots<Value>(_ body: (SnapshotStore) throws -> Value) throws -> Value {
        try pool.withConnection { try body(SnapshotStore($0)) }
    }

    init() throws {
        database = try TestDatabase.make()
        stores = Stores(pool: database.pool)
        try stores.schemaReleases.adopt(Self.schemas(), by: .operator)
    }

    /// Creates a feature with a revision for each title.
    @discardableResult
    func feature(_ name: String = "home.offers", titles: [String] = ["One", "Two", "Three"]) throws -> Feature {
        guard case .created(let feature) = try stores.features.create(name: name, kind: "Screen", by: .operator) else {
            throw Unexpected(what: "\(name) was not created")
        }
        for title in titles { try save(Self.screen(title), to: name) }
        return feature
    }

    @discardableResult
    func save(_ text: String, to feature: String = "home.offers") throws -> Revision {
        switch try stores.revisions.save(feature: feature, bytes: Array(text.utf8), by: .operator) {
        case .saved(let revision): return revision
        case let other: throw Unexpected(what: "\(other)")
        }
    }

    /// Publishes on a platform, by default iOS; throws if the publish is refused.
    @discardableResult
    func publish(
        _ revision: Int, from: String, until: String? = nil, percent: RolloutPercent = 100, on platform: String = "ios",
        of feature: String = "home.offers"
    ) throws -> Release {
        try Self.released(
            releases.publish(
                try request(revision, from: from, until: until, percent: percent, on: platform, of: feature),
                by: .operator))
    }

    func request(
        _ revision: Int, from: String, until: String? = nil, percent: RolloutPercent = 100, on platform: String = "ios",
        of feature: String = "home.offers", expected: Int? = nil
    ) throws -> PublishRequest {
        PublishRequest(
            feature: feature, revision: revision, platform: platform, from: try ClientVersion(from),
            until: try until.map { try ClientVersion($0) }, percent: percent, expectedRelease: expected)
    }

    /// Returns the text, revision and release number that a client gets, or nil if it gets no edition.
    func answer(
        _ version: String, bucket: Int? = nil, on platform: String = "ios", of feature: String = "home.offers"
    ) throws -> Answer? {
        let resolution = try releases.resolve(
            feature: feature, platform: platform, clientVersion: try ClientVersion(version), bucket: bucket)
        guard case .edition(let edition, let rule, _) = resolution else { return nil }
        let bytes = try #require(try snapshots { try $0.contents([edition.hash])[edition.hash] })
        return Answer(text: String(decoding: bytes, as: UTF8.self), revision: rule.revision, release: edition.release)
    }

    struct Answer: Equatable {
        let text: String
        let revision: Int
        let release: Int
    }

    static func released(_ outcome: ReleaseOutcome) throws -> Release {
        guard case .released(let release, _) = outcome else { throw Unexpected(what: "\(outcome)") }
        return release
    }

    /// Returns the text of a screen with irregular white space; `more` is the text of further members.
    static func screen(_ title: String, _ more: String = "") -> String {
        "{ \"type\": \"Screen\",\n  \"title\": \"\(title)\"\(more) }\n"
    }

    static func schemas() throws -> SchemaRepository {
        let root = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/document", "x-name": "Document",
             "title": "Document", "description": "Any.", "type": "object", "required": ["type"],
             "x-discriminator": "type", "oneOf": [{"$ref": "/screens/Screen"}]}
            """
        let screen = """
            {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/screens/Screen", "x-kind": "screen",
             "x-name": "Screen", "title": "Screen", "description": "A screen.", "type": "object",
             "required": ["type", "title"], "additionalProperties": false,
             "properties": {
                "type": {"const": "Screen", "description": "Which kind."},
                "title": {"type": "string", "description": "Its heading."},
                "badge": {"type": "string", "description": "A mark.", "x-since": {"ios": "6.0", "android": "6.0"}},
                "ribbon": {"type": "string", "description": "A band.", "x-removed": {"ios": "8.0"}}
             }}
            """
        return try SchemaRepository(
            documents: [
                RepositoryFile(path: "document.json", bytes: Array(root.utf8)),
                RepositoryFile(path: "screens/Screen.json", bytes: Array(screen.utf8)),
            ])
    }
}

/// An error for a step of a test that had an unexpected outcome, such as a refused publish.
struct Unexpected: Error, CustomStringConvertible {
    let what: String
    var description: String { "unexpected: \(what)" }
}
