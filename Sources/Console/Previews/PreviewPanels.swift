import DocumentKinds
import JSONText
import Preview
import Publishing
import SchemaRepository

/// The parts of pages that show a preview: its controls, its frame, and notes about the chosen client.
struct PreviewPanels: Sendable {
    /// The kinds (`x-kind`) whose documents load their content.
    private static let loading: Set<String> = ["optionSheet"]

    let catalogue: Catalogue
    let links: PreviewLinks
    let stores: Stores

    /// Returns the frame of a saved or unsaved text. `shown` is the key of the frame's current data in `ShownFillings`,
    /// from which people save it as test data; nil if they cannot.
    func frame(
        _ source: PreviewSource, options: PreviewOptions, clock: Clock, shown: String? = nil, drawsPhone: Bool = false
    ) -> PreviewFrame {
        PreviewFrame(
            url: links.address(of: source, options: options, now: clock.now, shown: shown), device: options.device,
            drawsPhone: drawsPhone)
    }

    /// Returns everything a page shows of a text's preview; `checked` is the text checked with `schemas`.
    /// `matrixAction` and `linkAction` are the addresses to which the page's form is sent to compare devices and to
    /// create a link for a phone. `session` is the session's CSRF token; nil if the page does not offer to save the
    /// preview's data.
    func panel(
        _ source: PreviewSource, _ checked: CheckedDocument?, of feature: Feature, in schemas: CurrentSchemas?,
        options: PreviewOptions, clock: Clock, matrixAction: String, linkAction: String,
        savingFor session: String? = nil,
        work: WorkBudget
    ) throws -> PreviewPanel {
        let platforms = try stores.releases.platforms()
        let repository = schemas?.repository
        let renderer = try repository.map { try catalogue.renderer(for: $0) }
        let traits = try traits(checked, of: feature, in: repository)
        let shown = traits.isFilled ? session.map { links.shownKey(for: source, session: $0) } : nil
        let fillings = Paths.fillings(of: feature.name)
        let client = options.client(among: platforms) ?? PreviewWords.anyClient
        return PreviewPanel(
            controls: PreviewControls(
                options, platforms: platforms, document: traits,
                fillingsHref: fillings, matrixAction: matrixAction, linkAction: linkAction),
            frame: frame(
                source, options: options, clock: clock, shown: shown,
                drawsPhone: checked.flatMap { renderer?.phone(of: $0) } ?? .viewer != .viewer),
            gaps: renderer.flatMap {
                ClientGaps(of: checked, options: options, platforms: platforms, renderer: $0, work: work)
            },
            edition: try edition(of: source, checked, of: feature, options, in: repository, work)?.sentence(
                for: client),
            otherFeatures: Self.containsFeatures(checked, in: repository) ? PreviewWords.otherFeatures : nil,
            saving: shown.map { PreviewPanel.Saving(action: fillings, href: "\(fillings)?shown=\($0)") })
    }

    /// Returns true if a document contains the documents of other features, which ``PreviewSources`` looks up.
    static func containsFeatures(_ checked: CheckedDocument?, in repository: SchemaRepository?) -> Bool {
        guard let checked, let repository else { return false }
        return repository.references(in: checked).contains { $0.target != .optionList }
    }

    /// Returns the edition that the frame shows; nil if it shows the whole document.
    private func edition(
        of source: PreviewSource, _ checked: CheckedDocument?, of feature: Feature, _ options: PreviewOptions,
        in repository: SchemaRepository?, _ work: WorkBudget
    ) throws -> PreviewEdition? {
        guard let checked, let repository else { return nil }
        let revision: Int? = if case .revision(_, let number) = source { number } else { nil }
        return try PreviewEdition(
            of: checked, feature: feature.name, revision: revision, options: options, stores: stores,
            repository: repository, work: work)
    }

    /// Returns the properties of a document that determine its controls.
    func traits(
        _ checked: CheckedDocument?, of feature: Feature, in repository: SchemaRepository?
    ) throws -> PreviewControls.Traits {
        let kind = repository?.kind(named: feature.kind)?.kind ?? ""
        let isFilled = FillingStore.fillable.contains(kind)
        let form = kind == "form" ? checked?.document.map { FormDocument($0.root) } : nil
        return PreviewControls.Traits(
            steps: max(form?.steps.count ?? 1, 1), hasStates: Self.loading.contains(kind),
            isFilled: isFilled,
            fillings: isFilled ? try stores.fillings.fillings(of: feature.name).map(\.name) : [])
    }
}
