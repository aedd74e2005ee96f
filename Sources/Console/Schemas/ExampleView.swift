import Preview
import SchemaRepository

/// An example of an entity (one schema of the repository): its preview and its text.
struct ExampleView: Sendable {
    var title: String
    var anchor: String
    /// The frame's signed address.
    var url: String
    /// True if the entity fills a screen.
    var isTall: Bool
    /// The number of lines of the text, in words.
    var lineCount: String
    var listing: Listing

    init(_ example: Example, number: Int, url: String, isTall: Bool) {
        title = Self.title(of: example)
        anchor = "example-\(number)"
        self.url = url
        self.isTall = isTall
        listing = Listing(
            String(decoding: example.bytes, as: UTF8.self).trimmingSpaces(),
            caption: Texts["schemas.json-of", ["title": title]],
            anchor: "e\(number)-L")
        lineCount = Texts["schemas.lines", ["count": listing.lineCount]]
    }

    private init() {
        (title, anchor, url, isTall) = ("With icon", "example-1", "/previews/examples/1/x/y?signature=s", true)
        (lineCount, listing) = ("2 lines", .sample)
    }

    /// Returns the title of an example: the name of its file in words or, for an example in the schema, “Example” with
    /// its name.
    private static func title(of example: Example) -> String {
        guard example.path != nil else { return Texts["schemas.example", ["name": example.name]] }
        let words = example.name.replacing("-", with: " ").replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    static let sample = ExampleView()
}

extension PreviewPanels {
    /// Returns the examples of an entity in a schema release, with their frames; `template` is the key of an unsaved
    /// template with which they are drawn.
    func examples(
        of entity: Entity, in schemaRelease: Int, trying template: String? = nil, _ request: SignedInRequest
    ) -> [ExampleView] {
        var options = PreviewOptions(device: .compact)
        if request.chrome("").theme == "dark" { options.theme = .dark }
        return entity.examples.enumerated().map { index, example in
            let source: PreviewSource =
                if let template {
                    .trial(
                        template: template, schemaRelease: schemaRelease, entity: entity.id, name: example.name)
                } else {
                    .example(schemaRelease: schemaRelease, entity: entity.id, name: example.name)
                }
            return ExampleView(
                example, number: index + 1, url: frame(source, options: options, clock: request.clock).url,
                isTall: EntityKind.fillsScreen(entity.kind))
        }
    }
}
