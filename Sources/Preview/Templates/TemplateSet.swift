import Foundation
import JSONText
import Mustache

/// Galley's own templates for kinds of elements (`action.mustache` for `action`) and for the page.
///
/// They are the files of `Templates/preview/`. The name of a template in a folder begins with the folder, for example
/// `fields/input`.
struct TemplateSet: Sendable {
    private var elements: [String: ElementTemplate] = [:]
    /// All templates by name, for partials.
    private(set) var library = MustacheLibrary()
    /// The base style sheet of every page.
    let style: String
    /// The scripts by name; `preview` and `layout` are on every page, the others on pages that use them.
    private var scripts: [String: String] = [:]
    let icons: IconSet
    /// The class names that a repository's templates cannot use.
    let reserved: ReservedClasses
    /// The names and types by which documents of other systems are drawn.
    let foreign: ForeignWords
    /// The preview's own texts in every language.
    let words: WordFiles

    /// Loads the folder `preview` of a templates directory.
    init(directory: String) throws(PreviewError) {
        let folder = URL(filePath: directory, directoryHint: .isDirectory).appending(path: "preview")
        style = try Self.text(folder.appending(path: "preview.css"))
        let meanings = try Self.text(folder.appending(path: "foreign.json"))
        foreign = ForeignWords((try? JSONDocument(parsing: meanings))?.root)
        words = try WordFiles(folder: folder.appending(path: "words", directoryHint: .isDirectory))
        icons = IconSet(svg: try Self.text(folder.appending(path: "icons.svg")))
        for name in Self.names(in: folder, extension: "js") {
            scripts[name] = try Self.text(folder.appending(path: name + ".js"))
        }
        var styles = [style]
        var bodies: [String] = []
        for name in Self.names(in: folder, extension: "mustache") {
            let text = try Self.text(folder.appending(path: name + ".mustache"))
            bodies.append(text)
            let template = try ElementTemplate(text, named: name + ".mustache", isOwn: true)
            elements[name] = template
            styles.append(template.style)
            library.register(template.template, named: name)
        }
        reserved = ReservedClasses(styles: styles, bodies: bodies)
    }

    /// The template of a kind or of a part of the page.
    subscript(_ name: String) -> ElementTemplate? { elements[name] }

    /// Returns the script of a page: the script of all pages, the named scripts in order, and the script that measures
    /// the final layout.
    func script(with names: [String]) -> String {
        (["preview"] + names + ["layout"]).compactMap { scripts[$0] }.joined(separator: "\n")
    }

    /// Renders a part of the page; a missing template renders nothing.
    func render(_ name: String, _ context: Any) -> Markup { render(name, parent: Reflected(context)) }

    /// Renders a part of the page with a context that looks up its own variables.
    func render(_ name: String, parent context: some MustacheParent) -> Markup {
        guard let template = elements[name] else { return .empty }
        return Markup(html: template.template.render(context, library: library))
    }

    private static func text(_ file: URL) throws(PreviewError) -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw PreviewError(file: file.path(percentEncoded: false), reason: "cannot be read", line: nil)
        }
    }

    /// Returns the names of the files with an extension in a folder and its subfolders, without the extension.
    private static func names(in folder: URL, extension suffix: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
        var names: [String] = []
        while let path = paths?.nextObject() as? String {
            if path.hasSuffix("." + suffix) { names.append(String(path.dropLast(suffix.count + 1))) }
        }
        return names.sorted()
    }
}
