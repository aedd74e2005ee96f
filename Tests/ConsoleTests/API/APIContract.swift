import Foundation
import HTTPTypes
import JSONSchema
import JSONText
import MicroHTTP
import Publishing
import TestSupport
import Testing

@testable import Console

/// The OpenAPI description of the management API, with which tests compare routes and answers.
struct APIContract {
    private let document: JSONDocument
    private let resources: SchemaResources

    init() throws {
        let path = PackageRoot.path + "/Templates/api/management.json"
        document = try JSONDocument(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        var resources = SchemaResources()
        resources.add(document, uri: "galley:contract", draft: .draft2020)
        self.resources = resources
    }

    /// The methods and path patterns of all operations, in the router's notation.
    var routes: Set<String> {
        var routes: Set<String> = []
        for path in document.root["paths"]?.members.map({ ($0.name, $0.value) }) ?? [] {
            let pattern = path.0.replacing(/\{(\w+)\}/) { ":\($0.1)" }
            for member in path.1.members where member.name != "parameters" {
                routes.insert("\(member.name.uppercased()) \(pattern)")
            }
        }
        return routes
    }

    /// Returns the words that a parameter of a path's GET request may have, in the order of the description.
    func words(of name: String, at path: String) throws -> [String] {
        let parameters = document.root["paths"]?[path]?["get"]?["parameters"]
        var schema = parameters?.elements.first { $0["name"]?.string == name }?["schema"]
        if let component = schema?["$ref"]?.string?.split(separator: "/").last {
            schema = document.root["components"]?["schemas"]?[String(component)]
        }
        return try #require(schema?["enum"], "\(name) of \(path)").elements.compactMap(\.string)
    }

    /// Records an issue if the description lacks the answer's status or media type, or if JSON violates the schema.
    func check(_ response: Response, to method: HTTPRequest.Method, _ pattern: String) throws {
        let path = pattern.replacing(/[:*](\w+)/) { "{\($0.1)}" }
        let answers = document.root["paths"]?[path]?[method.rawValue.lowercased()]?["responses"]
        var answer = try #require(answers?["\(response.status.code)"], "\(method) \(path) \(response.status)")
        if let name = answer["$ref"]?.string?.split(separator: "/").last {
            answer = try #require(document.root["components"]?["responses"]?[String(name)])
        }
        let type = String((response.headers[.contentType] ?? "").prefix { $0 != ";" })
        let schema = try #require(answer["content"]?[type]?["schema"], "\(method) \(path) \(type)")
        guard type.hasSuffix("json") else { return }
        let body = try JSONDocument(parsing: response.body)
        let compiled = try Schema.compile(
            "galley:contract#\(schema.pointer.description)", in: resources,
            options: CompileOptions(assertFormats: true, checksMetaschema: false))
        let diagnostics = compiled.validate(body.root, in: body)
        #expect(diagnostics == [], "\(method) \(path): \(response.text)")
    }
}

/// A program that sends requests with or without a token, and compares each answer with the API's description.
struct TestProgram {
    let home: TestConsole
    let token: String?
    private let contract: APIContract

    /// Creates a program with a new token of an account.
    init(_ home: TestConsole, _ scopes: [TokenScope], as account: String = "mira", named name: String = "CI") throws {
        guard
            case .created(_, let secret) = try home.stores.tokens.create(
                for: account, called: name, scopes: scopes, expiresAt: nil, by: .operator)
        else { throw NoToken() }
        try self.init(home, token: secret)
    }

    init(_ home: TestConsole, token: String?) throws {
        (self.home, self.token) = (home, token)
        contract = try APIContract()
    }

    /// Sends a request, as JSON by default, and checks the answer against the description; `body` is the exact text.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", headers extra: HTTPFields = [:]
    ) throws -> Response {
        var headers = extra
        if !body.isEmpty, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        if let token { headers[.authorization] = "Bearer \(token)" }
        let request = Request(method, "/api/v1" + path, headers: headers, body: Array(body.utf8))
        let response = try home.console.respond(to: request)
        if let route = response.route { try contract.check(response, to: method, route) }
        return response
    }

    private struct NoToken: Error {}
}

extension Response {
    /// The body as JSON.
    var json: JSONValue { get throws { try JSONDocument(parsing: body).root } }
}
