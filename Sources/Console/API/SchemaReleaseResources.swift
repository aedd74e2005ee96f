import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Proposed schema releases in the management API.
struct SchemaReleaseResources: Sendable {
    let stores: Stores

    /// `PUT /api/v1/schemas/:path`: proposes a schema release that has the body as the document at this path, and is
    /// otherwise the same as the current one.
    @Sendable func put(_ request: Request, by account: Account) throws -> Response {
        try propose(.document(path: request.parameters["path"] ?? "", request.body), request, by: account)
    }

    /// `DELETE /api/v1/schemas/:path`: proposes a schema release that lacks the document at this path, and is otherwise
    /// the same as the current one.
    @Sendable func delete(_ request: Request, by account: Account) throws -> Response {
        try propose(.removal(path: request.parameters["path"] ?? ""), request, by: account)
    }

    /// `POST /api/v1/schema-releases`: proposes the files of a zip archive, which is the request's body, as a schema
    /// release; with `folder`, only the files in that folder of the archive.
    @Sendable func create(_ request: Request, by account: Account) throws -> Response {
        try propose(
            .archive(
                request.body, name: SchemaReleaseWords.archive(request.body.count),
                folder: request.query["folder"] ?? ""),
            request, by: account)
    }

    /// Proposes a schema release. 201 with the proposal; 200 if a release with the same files is current, was current,
    /// or is already proposed to follow the current one; 422 with the reasons if the files or the note are refused.
    private func propose(_ source: SchemaImport, _ request: Request, by account: Account) throws -> Response {
        let current = try stores.schemaReleases.currentRepository()?.repository.documents ?? []
        do {
            let files = try source.files(besides: current)
            let outcome = try SchemaProposer(stores: stores).propose(
                files, note: request.query["note"] ?? "", by: account.actor,
                work: SchemaProposer.budget(isAbandoned: request.isAbandoned))
            switch outcome {
            case .refused(let findings): return try refusal(findings)
            case .decided(.proposed(let proposal)): return try answer(proposal.release, "proposed", .created)
            case .decided(.alreadyProposed(let proposal)): return try answer(proposal.release, "proposed", .ok)
            case .decided(.current(let release)): return try answer(release, "current", .ok)
            case .decided(.earlier(let release)): return try answer(release, "earlier", .ok)
            case .decided(.tooLong):
                return try APIProblem.response(
                    .unprocessableContent, "invalid-parameter", title: Texts["api.invalid-note"],
                    detail: Texts["schema-releases.a-note-has-at-most-characters"])
            }
        } catch let error as SchemaSourceError {
            return try APIProblem.response(
                .unprocessableContent, "invalid-schemas", title: Texts["api.schemas-refused"],
                detail: error.description)
        }
    }

    private func answer(_ release: SchemaRelease, _ state: String, _ status: HTTPResponse.Status) throws -> Response {
        try .answer(
            SchemaReleaseAnswer(schemaRelease: release.number, hash: release.hash, state: state), status: status)
    }

    private func refusal(_ findings: [FileDiagnostic]) throws -> Response {
        let refusal = Refusal(
            type: "/problems/invalid-schemas", title: Texts["api.schemas-refused"], status: 422,
            detail: findings.first { $0.diagnostic.severity == .error }?.description ?? "",
            diagnostics: findings.map(FileDiagnosticAnswer.init))
        return .problem(try APIProblem.json(refusal), status: .unprocessableContent)
    }

    /// The schema release in an answer; `state` is `proposed`, `current` or `earlier`.
    private struct SchemaReleaseAnswer: Encodable {
        let schemaRelease: Int
        let hash: String
        let state: String
    }

    /// The problem details (RFC 9457) for refused schemas; unlike ``APIProblem``, its diagnostics name files.
    private struct Refusal: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let diagnostics: [FileDiagnosticAnswer]
    }
}
