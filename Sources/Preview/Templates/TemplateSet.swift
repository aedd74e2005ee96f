import Foundation
import Mustache

/// Galley's own templates: one per kind of element (`atom.mustache`, `widget.mustache` …), and those of the page.
///
/// Files of `Templates/preview/`; what lies in its folder `fields/` is named `fields/text` and so on.
struct TemplateSet: Sendable {
    private var elements: [String: ElementTemplate] = [:]
    /// All templates by name, for partials.
    private(set) var library = MustacheLibrary()
    /// The base style sheet of every page.
    let style: String
    /// The script of every page.
    let script: String
    /// The script of pages with layouts by constraints.
    let constraintScript: String
    let icons: IconSet

    /// Reads the folder `preview` of a templates directory.
    init(directory: String) throws(PreviewError) {
        let folder = URL(filePath: directory, directoryHint: .isDirectory).appending(path: "preview")
        style = try Self.text(folder.appending(path: "preview.css"))
        script = try Self.text(folder.appending(path: "preview.js"))
        constraintScript = try Self.text(folder.appending(path: "constraints.js"))
        icons = IconSet(svg: try Self.text(folder.appending(path: "icons.svg")))
        for name in Self.names(in: folder) {
            let text = try Self.text(folder.appending(path: name + ".mustache"))
            let template = try ElementTemplate(text, named: name + ".mustache", isOwn: true)
            elements[name] = template
            library.register(template.template, named: name)
        }
    }

    /// The template of a kind or a part of the page.
    subscript(_ name: String) -> ElementTemplate? { elements[name] }

    /// Renders a part of the page; a missing template renders as nothing.
    func render(_ name: String, _ context: Any) -> Markup {
        guard let template = elements[name] else { return .empty }
        return Markup(html: template.template.render(Reflected(context), library: library))
    }

    private static func text(_ file: URL) throws(PreviewError) -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw PreviewError(file: file.path(percentEncoded: false), reason: "cannot be read")
        }
    }

    /// The names of the templates in a folder and its folders, without extension.
    private static func names(in folder: URL) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
        var names: [String] = []
        while let path = paths?.nextObject() as? String {
            if path.hasSuffix(".mustache") { names.append(String(path.dropLast(".mustache".count))) }
        }
        return names.sorted()
    }
}
