import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Registered builds in the management API.
struct ClientResources: Sendable {
    let clients: ClientStore

    /// `PUT /api/v1/clients/:platform/:version`: registers the capability file in the body. The status is 201
    /// if it was registered, 200 if the same file is already registered, 422 with the diagnostics if it cannot be used,
    /// and 409 if no schemas were imported.
    @Sendable func put(_ request: Request, by account: Account) throws -> Response {
        let given = CapabilityFile.Given(
            platform: request.parameters["platform"], version: request.parameters["version"],
            build: request.query["build"])
        switch try clients.register(request.body, given: given, by: account.actor) {
        case .registered(let client, let warnings):
            return try answer(client, warnings, isNew: true)
        case .unchanged(let client): return try answer(client, [], isNew: false)
        case .invalid(let diagnostics):
            var problem = APIProblem(
                .unprocessableContent, "invalid-capabilities", title: Texts["api.capability-file-refused"],
                detail: diagnostics.first { $0.severity == .error }?.message ?? "")
            problem.diagnostics = diagnostics
            throw problem
        case .noSchemas: throw APIProblem.noSchemas
        }
    }

    private func answer(_ client: RegisteredClient, _ warnings: [Diagnostic], isNew: Bool) throws -> Response {
        let answer = ClientAnswer(try clients.report(of: client), diagnostics: warnings, unchanged: !isNew)
        return try .answer(answer, status: isNew ? .created : .ok)
    }
}
