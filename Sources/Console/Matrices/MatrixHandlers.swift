import JSONText
import MicroHTTP
import Preview
import Publishing

/// Shows the matrix page: previews of one document on several devices, in several languages and themes.
struct MatrixHandlers: Sendable {
    let subjects: PreviewSubjects
    let catalogue: Catalogue
    let checks: TextChecks
    let panels: PreviewPanels
    let pages: PageRenderer
    let errors: ErrorPages

    /// Shows the matrix of a revision or of an unsaved text.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        guard let subject = try subjects.subject(of: request) else { return try errors.notFound(request) }
        let query = request.request.query
        let options = PreviewOptions(query: query.dictionary)
        let choice = MatrixChoice(query)
        let schemas = try catalogue.current()
        let checked = schemas.map {
            checks.check(subject.bytes, kind: subject.feature.kind, in: $0, work: request.work)
        }
        let panel = try panels.panel(
            subject.source, checked, of: subject.feature, in: schemas, options: options, clock: request.clock,
            matrixAction: subject.path + "/matrix", linkAction: subject.path + "/links", work: request.work)
        let frames = choice.options(from: options).enumerated().map { index, options in
            MatrixPage.Frame(
                number: index + 1, caption: Self.caption(options), device: options.device.rawValue,
                width: options.device.width, height: options.device.height,
                url: panels.frame(subject.source, options: options, clock: request.clock).url)
        }
        return try pages.render(
            MatrixPage(
                chrome: request.chrome(MatrixWords.title(subject.feature.name), .features),
                place: PreviewPlace(subject), action: subject.path + "/matrix", baseFields: subject.baseFields,
                panel: panel,
                devices: choice.offered.map {
                    Choice(value: $0.rawValue, label: $0.label, isChosen: choice.devices.contains($0))
                },
                languages: MatrixChoice.allLanguages.map {
                    Choice(
                        value: $0.isEmpty ? "text" : $0,
                        label: $0.isEmpty ? PreviewWords.detectedLanguage : Language.title($0),
                        isChosen: choice.languages.contains($0))
                },
                themes: Theme.allCases.map {
                    Choice(value: $0.rawValue, label: $0.title, isChosen: choice.themes.contains($0))
                },
                count: MatrixWords.count(frames.count, of: choice.count), frames: frames))
    }

    private static func caption(_ options: PreviewOptions) -> String {
        [
            options.device.title, options.language.map(Language.title) ?? PreviewWords.detectedLanguage,
            options.theme.title,
        ]
        .joined(separator: " · ")
    }
}
