import Foundation
import HTTPTypes
import MicroHTTP
import Mustache
import Preview

/// Renders pages with the templates and texts, which are read once.
struct PageRenderer: Sendable {
    /// The English texts; the console answers in English.
    let texts: Texts
    /// The parsed templates, with the texts of a language in place, by language.
    private let libraries: [String: MustacheLibrary]

    /// Reads the texts in the folder `texts/` of a directory, and every `.mustache` file below the directory except
    /// those in `preview/`, with which previews are drawn.
    ///
    /// - Throws: When a file cannot be read, or when a template or a text is invalid or missing.
    init(templates directory: String) throws {
        let files = try TextFiles(folder: directory + "/texts")
        let sources = try Self.sources(in: directory)
        var libraries: [String: MustacheLibrary] = [:]
        for texts in files.languages {
            let references = TextReferences(texts: texts)
            var library = MustacheLibrary()
            for (name, text) in sources {
                let placed = try references.placed(in: text, named: name)
                library.register(try MustacheTemplate(string: HTMLEscaping.pragma + "\n" + placed), named: name)
            }
            libraries[texts.language] = library
        }
        self.libraries = libraries
        texts = files.english
    }

    /// Returns the name and the source of every template of pages, sorted by path; those in `preview/` are left out.
    static func sources(in directory: String) throws -> [(name: String, text: String)] {
        let suffix = ".mustache"
        return try FileManager.default.subpathsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(suffix) && !$0.hasPrefix("preview/") }
            .sorted()
            .map {
                (String($0.dropLast(suffix.count)), try String(contentsOfFile: directory + "/" + $0, encoding: .utf8))
            }
    }

    /// Renders a page with a security policy that allows only scripts, styles, images and frames of the console itself.
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
        let library = libraries[Texts.current.language] ?? libraries[texts.language]
        guard let text = library?.render(Reflected(page), withTemplate: template) else {
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
