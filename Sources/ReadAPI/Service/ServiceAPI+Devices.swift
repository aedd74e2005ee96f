import Cryptography
import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

extension ServiceAPI {
    /// The maximum number of texts that are checked for test devices at the same time. A large one can take seconds of
    /// a processor and a hundred megabytes, which the requests of all other apps need too.
    static let devicePlaces = 2
    /// The maximum number of test devices that wait for their turn; each holds a text in memory meanwhile.
    static let deviceQueue = 16
    /// The longest time that a test device waits for its turn.
    static let devicePatience = Duration.seconds(3)

    /// Serves a feature to an app on a test device. The token in the address belongs to one feature, which is served as
    /// the token's revision, or as the unsaved text of the token's author, instead of the live edition. Every other
    /// feature is served as to all clients. The requests are not counted.
    ///
    /// Only released editions are signed and have a release, because a person who may create a token need not have the
    /// right to publish.
    @Sendable func device(_ request: Request) throws -> Response {
        guard let content = try links.content(of: request.parameters["token"] ?? "") else {
            throw Problem(kind: .deviceTokenInvalid, detail: "The token is unknown, has expired or was withdrawn.")
        }
        let name = request.parameters["name"] ?? ""
        // An app may still request the feature by a former name.
        let isAsked = name == content.feature.name || content.formerNames.contains(name)
        guard isAsked else {
            let edition = try self.edition(of: name, for: request)
            return Self.uncached(
                edition, edition.signedFields(cacheControl: CachePolicy.never), subject: "released")
        }
        let index = try ReadResolver(state: shared.current).loadedIndex()
        let client = try FeatureQuery(request.query, platforms: index.platforms).client
        guard let (_, repository) = try schemaReleases.currentRepository(),
            let kind = repository.kind(named: content.feature.kind)
        else { throw Problem(kind: .notReady, detail: "The schemas do not have the kind of this feature.") }
        guard let bytes = content.bytes else {
            throw Problem(
                kind: .notValid,
                detail: "There is no unsaved text of \(content.feature.name) by the author of this token.")
        }
        let place = try devices.place(isAbandoned: request.isAbandoned)
        defer { withExtendedLifetime(place) {} }
        let work = WorkBudget(isAbandoned: request.isAbandoned)
        let checked = repository.check(bytes, kind: kind, work: work)
        guard checked.isValid else {
            let first = checked.diagnostics.first { $0.severity == .error }?.message ?? ""
            throw Problem(kind: .notValid, detail: "This text has faults and cannot be shown: \(first)")
        }
        let range = VersionInterval(from: client.version)
        let assembly = repository.assembly(of: checked, platform: client.platform, in: range)
        guard let edition = assembly.editions.first(where: { $0.interval.contains(client.version) }) else {
            throw Problem(
                kind: .noConfigForVersion,
                detail: "\(client.platform) \(client.version) cannot show this document.")
        }
        let identity = ServedEdition.Identity(
            hash: SHA256Digest(of: edition.bytes).hex, revision: content.revision ?? 0, release: index.release,
            platform: client.platform, range: edition.interval)
        let served = ServedEdition(
            identity, of: name, ServedContent(hash: identity.hash, bytes: edition.bytes), signer: index.signer)
        return Self.uncached(
            served, served.unreleasedFields(cacheControl: CachePolicy.never),
            subject: content.revision.map { "revision \($0)" } ?? "unsaved text")
    }

    /// Returns a handler whose responses, problems included, no cache may store.
    static func uncached(_ handler: @escaping Handler) -> Handler {
        { request in
            var response = try handler(request)
            response.headers[.cacheControl] = CachePolicy.never
            return response
        }
    }

    /// Returns the response with an edition; `subject` is the value of `Galley-Test`.
    private static func uncached(_ edition: ServedEdition, _ fields: HTTPFields, subject: String) -> Response {
        var response = Response.json(edition.content.body.copy)
        response.headers = fields
        response.headers[.contentType] = "application/json"
        response.headers[.galleyTest] = subject
        return response
    }
}

extension HTTPField.Name {
    /// The field that states what an app on a test device was served.
    static let galleyTest = constant("Galley-Test")
}
