import HTTPTypes
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

extension ServiceAPI {
    /// The maximum size of a step's body in bytes.
    static let maximumStepBytes = 256 * 1024
    /// The maximum number of steps that are checked at the same time.
    static let stepPlaces = 4
    /// The maximum number of steps that wait for their turn. A step takes milliseconds, so the last one in the queue
    /// usually gets its turn within `stepPatience`.
    static let stepQueue = 256
    /// The longest time that a step waits for its turn.
    static let stepPatience = Duration.seconds(1)

    /// Answers a step of a form, in the edition that the client gets.
    @Sendable func step(_ request: Request) throws -> Response {
        let edition = try self.edition(of: request.parameters["name"] ?? "", for: request)
        let step = try StepRequest(request.body)
        let place = try steps.place(isAbandoned: request.isAbandoned)
        defer { withExtendedLifetime(place) {} }
        guard let document = try? JSONDocument(parsing: edition.content.body.copy) else { throw Self.notAForm(request) }
        let work = WorkBudget(isAbandoned: request.isAbandoned)
        switch answerStep(step, document, AcceptedLanguages(request.headers), work) {
        case .answer(let json):
            var response = Response.json(json)
            response.headers[.cacheControl] = CachePolicy.never
            response.headers[.galleyRevision] = String(edition.identity.revision)
            response.headers[.galleyRelease] = String(edition.identity.release)
            return response
        case .notAForm: throw Self.notAForm(request)
        case .noSuchPage(let total):
            throw Problem.invalidBody("The form has \(counted: total, "page"); there is no page \(step.page).")
        case .tooMuchWork:
            throw Problem(kind: .tooLarge, detail: "Checking this data takes longer than a request may take.")
        }
    }

    private static func notAForm(_ request: Request) -> Problem {
        Problem(kind: .notAForm, detail: "“\(request.parameters["name"]?.prefix(100) ?? "")” is not a form.")
    }
}
