import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// A request to the management API whose token was accepted. Its functions throw ``APIProblem`` for invalid parameters
/// and bodies.
struct APIRequest: Sendable {
    let request: Request
    let account: Account
    /// The limits of time, steps and memory for the work on this request.
    let work: WorkBudget

    init(_ request: Request, by account: Account) {
        self.request = request
        self.account = account
        work = WorkBudget(isAbandoned: request.isAbandoned)
    }

    var actor: Actor { account.actor }

    /// Returns the value of a parameter in the route's path, such as `feature`; empty if the route has none.
    func segment(_ name: String) -> String { request.parameters[name] ?? "" }

    /// Returns a parameter of the query; nil if it is missing.
    func text(_ name: String) throws -> String? { try Self.text(name, in: request) }

    /// Returns a whole number of the query within a range; nil if it is missing.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = try text(name) else { return nil }
        guard let number = Int(asked: text), range.contains(number) else {
            throw APIProblem.invalidParameter(
                name, Texts["api.number-expected", ["name": name, "least": range.lowerBound, "most": range.upperBound]])
        }
        return number
    }

    /// Returns the maximum number of items in the answer's list; `other` if the query has no `limit`.
    func listLimit(orElse other: Int = APILimits.defaultItems) throws -> Int {
        try number("limit", in: 1...APILimits.maximumItems) ?? other
    }

    /// True if the request must change nothing and only report what it would change (`dry_run=true`).
    var isDryRun: Bool { get throws { try Self.isDryRun(request) } }

    /// Returns true if a request must change nothing and only report what it would change (`dry_run=true`).
    static func isDryRun(_ request: Request) throws -> Bool { try boolean("dry_run", in: request) }

    /// Returns the value of a boolean parameter of the query; false if it is missing.
    func boolean(_ name: String) throws -> Bool { try Self.boolean(name, in: request) }

    /// Parses a client version; throws a problem with the parameter's name if the text is not a client version.
    static func version(_ text: String, _ name: String) throws -> ClientVersion {
        do { return try ClientVersion(text) } catch {
            throw APIProblem(
                .badRequest, "invalid-client-version", title: Texts["api.invalid-parameter"], detail: "\(error)",
                parameter: name)
        }
    }

    /// Parses the body and validates it against a schema of the API's description; throws a problem with diagnostics if
    /// the body is not JSON or not valid.
    func body(as name: String, in description: APIDescription) throws -> JSONValue {
        do {
            let document = try JSONDocument(parsing: request.body, limits: .console)
            let diagnostics = try description.schema(name).validate(document.root, in: document, within: work)
            guard !diagnostics.isEmpty else { return document.root }
            throw problem(.unprocessableContent, "invalid-body", diagnostics)
        } catch let errors as JSONSyntaxErrors {
            let lines = LineTable(request.body)
            throw problem(.badRequest, "invalid-json", errors.errors.map { $0.diagnostic(lines: lines) })
        }
    }

    private func problem(
        _ status: HTTPResponse.Status, _ name: String, _ diagnostics: [Diagnostic]
    ) -> APIProblem {
        var problem = APIProblem(
            status, name, title: Texts["api.body-refused"], detail: diagnostics.first?.message ?? "")
        problem.diagnostics = diagnostics
        return problem
    }

    private static func boolean(_ name: String, in request: Request) throws -> Bool {
        switch try text(name, in: request) {
        case nil, "false": return false
        case "true": return true
        default: throw APIProblem.invalidParameter(name, Texts["api.truth-expected", ["name": name]])
        }
    }

    private static func text(_ name: String, in request: Request) throws -> String? {
        let values = request.query.all(name)
        guard values.count <= 1 else {
            throw APIProblem.invalidParameter(name, Texts["api.repeated-parameter", ["name": name]])
        }
        return values.first
    }
}
