import Foundation
import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// Registered builds in the management API.
struct ClientResources: Sendable {
    let clients: ClientStore

    /// `PUT /api/v1/clients/:platform/:version`: registers the capability file that is the body. 201 when it was
    /// registered, 200 when the same file counts already, 422 with every diagnostic when it cannot be used.
    @Sendable func put(_ request: Request, by account: Account) throws -> Response {
        let given = CapabilityFile.Given(
            platform: request.parameters["platform"], version: request.parameters["version"],
            build: request.query["build"])
        switch try clients.register(request.body, given: given, by: account.actor) {
        case .registered(let client, let warnings):
            return try answer(client, warnings, isNew: true)
        case .unchanged(let client): return try answer(client, [], isNew: false)
        case .invalid(let diagnostics):
            let refusal = Refusal(
                type: "/problems/invalid-capabilities", title: Texts["api.capability-file-refused"], status: 422,
                detail: diagnostics.first { $0.severity == .error }?.message ?? "", diagnostics: diagnostics)
            return .problem(try APIProblem.json(refusal), status: .unprocessableContent)
        case .noSchemas:
            return try APIProblem.response(
                .conflict, "no-schemas", title: Texts["api.no-schemas"], detail: Texts["api.no-schemas-loaded"])
        }
    }

    private func answer(_ client: RegisteredClient, _ warnings: [Diagnostic], isNew: Bool) throws -> Response {
        let answer = ClientAnswer(try clients.report(of: client), diagnostics: warnings, unchanged: !isNew)
        return try .answer(answer, status: isNew ? .created : .ok)
    }

    /// A capability file that was refused.
    private struct Refusal: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let diagnostics: [Diagnostic]
    }
}
