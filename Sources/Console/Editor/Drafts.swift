import JSONText
import Preview
import Publishing
import SchemaRepository

/// Checking a text and finding the address of its preview: what the editor, revisions and frames share.
struct Drafts: Sendable {
    let catalogue: Catalogue
    let texts: UnsavedTexts
    let links: PreviewLinks
    let stores: Stores

    /// A text checked as a kind against the current schemas; nil before the first import.
    func check(_ bytes: [UInt8], kind: String) throws -> CheckedDocument? {
        guard let repository = try catalogue.current()?.repository else { return nil }
        return repository.check(bytes, kind: repository.kind(named: kind))
    }

    /// The frame of a text that is not saved, in the editor of a feature.
    func frame(_ bytes: [UInt8], of feature: Feature, options: PreviewOptions, clock: Clock) -> PreviewFrame {
        let key = texts.keep(UnsavedTexts.Entry(bytes: bytes, kind: feature.kind, feature: feature.name))
        return frame(.text(key), options: options, clock: clock)
    }

    /// The frame of a saved or unsaved text.
    func frame(_ source: PreviewSource, options: PreviewOptions, clock: Clock) -> PreviewFrame {
        PreviewFrame(
            url: links.address(of: source, options: options, now: clock.now), device: options.device.rawValue)
    }

    /// The controls beside a document's preview, with the options chosen; a form of several steps has one for them.
    func controls(_ options: PreviewOptions, for document: JSONDocument?, kind: String) throws -> PreviewControls {
        let isForm = try catalogue.current()?.repository.kind(named: kind)?.kind == "form"
        let steps = isForm ? document.map { FormDocument($0.root).steps.count } ?? 1 : 1
        return PreviewControls(options, platforms: try stores.releases.platforms(), steps: steps)
    }
}
