import DocumentKinds
import Foundation
import JSONText
import Preview
import SchemaRepository

/// The starter repository and its renderer, shared by the tests of this target.
enum PreviewSample {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func path(_ part: String) -> String { root.appending(path: part).path(percentEncoded: false) }

    static let repository = Result { try SchemaRepository(loading: path("schemas")) }

    private static let loadedRenderer = Result {
        try PreviewRenderer(repository: repository.get(), templates: path("Templates"))
    }

    static func renderer() throws -> PreviewRenderer { try loadedRenderer.get() }

    /// Sources without documents or lists, on the last day of 2025.
    static let sources = PreviewSources(now: Date(timeIntervalSince1970: 1_767_182_400))

    /// Returns the HTML of the page for the text of a document.
    static func page(
        _ text: String, kind: String? = nil, options: PreviewOptions = PreviewOptions(),
        frame: FrameURLs = FrameURLs(formAction: "/preview/forms/x", page: "/preview/x?s=1"),
        diagnostics: [Diagnostic] = [], sources: PreviewSources = sources
    ) throws -> String {
        let repository = try repository.get()
        let checked = repository.check(Array(text.utf8), kind: kind.flatMap(repository.kind(named:)))
        let all = CheckedDocument(
            bytes: checked.bytes, document: checked.document, kind: checked.kind,
            diagnostics: checked.diagnostics + diagnostics)
        return try renderer().page(for: all, options: options, nonce: "n0nce", frame: frame, sources: sources).html
    }

    /// Returns the options of a posted form.
    static func posted(_ fields: KeyValuePairs<String, String>, step: Int = 1, data: String = "{}") -> PreviewOptions {
        let state = [("_step", String(step)), ("_data", data)].map { PreviewOptions.Field(name: $0.0, value: $0.1) }
        return PreviewOptions(
            query: [:], form: state + fields.map { PreviewOptions.Field(name: $0.key, value: $0.value) })
    }

    /// Returns the HTML of a page's screen and of the controls beside the phone; the whole page if it has no screen.
    static func screen(_ html: String) -> String {
        guard let start = html.range(of: "<main"),
            let end = html.range(of: "</aside>\n", options: .backwards) ?? html.range(of: "</main>")
        else { return html }
        return String(html[start.lowerBound..<end.upperBound])
    }
}
