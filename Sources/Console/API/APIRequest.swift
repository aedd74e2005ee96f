import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP
import Publishing
import SchemaRepository

/// A request of a program that a token admitted; throws ``APIProblem`` for parameters and bodies that it cannot use.
struct APIRequest: Sendable {
    let request: Request
    let account: Account
    /// The steps and the time that the answer may use.
    let work: WorkBudget

    init(_ request: Request, by account: Account) {
        self.request = request
        self.account = account
        work = WorkBudget(isAbandoned: request.isAbandoned)
    }

    var actor: Actor { account.actor }

    /// Returns a path segment that the route names.
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

    /// Returns the maximum number of items in the answer's list; `usual` if the query has no `limit`.
    func listLimit(orElse usual: Int = APILimits.usualItems) throws -> Int {
        try number("limit", in: 1...APILimits.listedItems) ?? usual
    }

    /// True if the request asks for a plan only.
    var isDryRun: Bool { get throws { try Self.isDryRun(request) } }

    /// Returns true if a request asks for a plan only.
    static func isDryRun(_ request: Request) throws -> Bool { try truth("dry_run", in: request) }

    /// Returns true if a parameter of the query is true, false if it is false or missing.
    func truth(_ name: String) throws -> Bool { try Self.truth(name, in: request) }

    /// Parses a client version; throws a problem with the parameter's name if the text is not one.
    static func version(_ text: String, _ name: String) throws -> ClientVersion {
        do { return try ClientVersion(text) } catch {
            throw APIProblem(
                .badRequest, "invalid-client-version", title: Texts["api.invalid-parameter"], detail: "\(error)",
                parameter: name)
        }
    }

    /// Returns the body, which must fit a schema of the API's description.
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

    private static func truth(_ name: String, in request: Request) throws -> Bool {
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
