import JSONText
import Preview
import Publishing
import SchemaRepository

/// Checking a text and finding the address of its preview: what the editor, revisions and frames share.
struct Drafts: Sendable {
    /// The shelves of the schema repository (`x-kind`) whose documents load what they show.
    private static let loading: Set<String> = ["optionSheet"]

    let catalogue: Catalogue
    let texts: UnsavedTexts
    let checked: CheckedTexts
    let shown: ShownFillings
    let links: PreviewLinks
    let stores: Stores

    /// A text checked as a kind against the current schemas; nil before the first import.
    func check(_ bytes: [UInt8], kind: String, work: WorkBudget) throws -> CheckedDocument? {
        guard let repository = try catalogue.current()?.repository else { return nil }
        return checked.document(bytes, kind: repository.kind(named: kind), in: repository, work: work)
    }

    /// The same, with warnings for names of features and option lists that the installation does not have.
    func checkWithReferences(_ bytes: [UInt8], kind: String, work: WorkBudget) throws -> CheckedDocument? {
        guard let repository = try catalogue.current()?.repository,
            let document = try check(bytes, kind: kind, work: work)
        else { return nil }
        return try stores.references.completing(document, by: repository)
    }

    /// Holds a text of a feature that an account has not saved, and returns its key.
    func hold(_ bytes: [UInt8], of feature: Feature, by account: Account) -> String {
        texts.keep(
            UnsavedTexts.Entry(bytes: bytes, kind: feature.kind, feature: feature.name, owner: account.id))
    }

    /// The text of a feature that an account has not saved; nil when it is no longer held or belongs to another account.
    func held(_ key: String, of feature: Feature, by account: Account) -> UnsavedTexts.Entry? {
        texts.entry(key).flatMap { $0.feature == feature.name && $0.owner == account.id ? $0 : nil }
    }

    /// The frame of a saved or unsaved text. `shown` is the word under which what it is filled with is held.
    func frame(
        _ source: PreviewSource, options: PreviewOptions, clock: Clock, shown: String? = nil, isOpen: Bool = false
    ) -> PreviewFrame {
        PreviewFrame(
            url: links.address(of: source, options: options, now: clock.now, shown: shown), device: options.device,
            isOpen: isOpen)
    }

    /// What a page shows of a text's preview; `checked` is the text checked against the current schemas. The actions are
    /// where the page's form goes for the matrix and for a link. `session` is the token of a session that may save what
    /// the preview is filled with.
    func look(
        _ source: PreviewSource, _ checked: CheckedDocument?, of feature: Feature, options: PreviewOptions,
        clock: Clock, matrixAction: String, linkAction: String, savingFor session: String? = nil,
        work: WorkBudget
    ) throws -> PreviewLook {
        let platforms = try stores.releases.platforms()
        let repository = try catalogue.current()?.repository
        let renderer = try repository.map { try catalogue.renderer(for: $0) }
        let traits = try traits(checked, of: feature, in: repository)
        let shown = traits.isFilled ? session.map { links.word(for: source, session: $0) } : nil
        let fillings = Paths.fillings(of: feature.name)
        return PreviewLook(
            controls: PreviewControls(
                options, platforms: platforms, document: traits,
                fillingsHref: fillings, matrixAction: matrixAction, linkAction: linkAction),
            frame: frame(
                source, options: options, clock: clock, shown: shown,
                isOpen: checked.flatMap { renderer?.phone(of: $0) } ?? .viewer != .viewer),
            gaps: renderer.flatMap {
                ClientGaps(of: checked, options: options, platforms: platforms, renderer: $0, work: work)
            }, saving: shown.map { PreviewLook.Saving(action: fillings, href: "\(fillings)?shown=\($0)") })
    }

    /// What of a document decides which controls it has.
    func traits(
        _ checked: CheckedDocument?, of feature: Feature, in repository: SchemaRepository?
    ) throws -> PreviewControls.Traits {
        let shelf = repository?.kind(named: feature.kind)?.kind ?? ""
        let isFilled = FillingStore.fillable.contains(shelf)
        let form = shelf == "form" ? checked?.document.map { FormDocument($0.root) } : nil
        return PreviewControls.Traits(
            steps: max(form?.steps.count ?? 1, 1), hasStates: Self.loading.contains(shelf),
            isFilled: isFilled,
            fillings: isFilled ? try stores.fillings.fillings(of: feature.name).map(\.name) : [])
    }
}
