import Foundation
import HTTPTypes
import MicroHTTP
import Mustache
import Preview

/// The templates, loaded once, and the rendering of pages with them.
struct PageRenderer: Sendable {
    private let library: MustacheLibrary

    /// Loads every `.mustache` file in a directory except those in `preview/`, which previews use.
    ///
    /// - Throws: If the directory cannot be read or a template is invalid.
    init(templates directory: String) throws {
        var library = MustacheLibrary()
        for (name, text) in try Self.sources(in: directory) {
            library.register(try MustacheTemplate(string: HTMLEscaping.pragma + "\n" + text), named: name)
        }
        self.library = library
    }

    /// Returns the texts of all templates by name.
    static func sources(in directory: String) throws -> [(name: String, text: String)] {
        let suffix = ".mustache"
        return try FileManager.default.subpathsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(suffix) && !$0.hasPrefix("preview/") }
            .sorted()
            .map {
                (String($0.dropLast(suffix.count)), try String(contentsOfFile: directory + "/" + $0, encoding: .utf8))
            }
    }

    /// Renders a page with a policy that allows only the console's own scripts, styles and frames.
    func render(_ page: some Page, status: HTTPResponse.Status = .ok) throws -> Response {
        var response = Response.html(try text(page, template: type(of: page).template), status: status)
        response.headers[.contentSecurityPolicy] = Self.policy
        return response
    }

    /// Renders a part of a page, for scripts that insert it.
    func fragment(_ part: some Sendable, template: String) throws -> String {
        try text(part, template: template)
    }

    private func text(_ page: some Sendable, template: String) throws -> String {
        guard let text = library.render(Reflected(page), withTemplate: template) else {
            throw MissingTemplate(name: template)
        }
        return text
    }

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
}

/// The error for a page whose template does not exist.
struct MissingTemplate: Error {
    let name: String
}
