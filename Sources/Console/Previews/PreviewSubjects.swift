import MicroHTTP
import Preview
import Publishing

/// What a page about a preview is about: a saved revision of a feature, or a text of it that is held unsaved.
struct PreviewSubject: Sendable {
    var feature: Feature
    var source: PreviewSource
    var bytes: [UInt8]
    /// The revision's number; nil for a text.
    var revision: Int?
    /// What the address of the subject's pages begins with.
    var path: String
    /// The editor with the text.
    var editorHref: String
    /// For a text: the head that a save expects, and the revision that it began from.
    var beginnings: [HiddenField]
}

/// A field that a form carries on.
struct HiddenField: Sendable {
    var name: String
    var value: String

    static let sample = HiddenField(name: "platform", value: "ios")
}

/// Finds what a request's address names.
struct PreviewSubjects: Sendable {
    let drafts: Drafts

    /// The revision that `:feature` and `:number` name, or the text that `:feature` and `:text` name; nil when there is
    /// none, or the text is no longer held.
    func subject(of request: SignedInRequest) throws -> PreviewSubject? {
        guard let feature = try drafts.stores.features.feature(named: request.parameter("feature")) else { return nil }
        if let number = Int(asked: request.parameter("number")) {
            guard let revision = try drafts.stores.revisions.revision(of: feature.name, number: number) else {
                return nil
            }
            return PreviewSubject(
                feature: feature, source: .revision(feature: feature.name, number: number), bytes: revision.bytes,
                revision: number, path: Paths.revision(of: feature.name, number),
                editorHref: Paths.editor(of: feature.name, from: number), beginnings: [])
        }
        let key = request.parameter("text")
        guard let entry = drafts.held(key, of: feature, by: request.account) else { return nil }
        let beginnings = ["parent", "started"].map { name in
            HiddenField(
                name: name, value: request.request.query[name].flatMap { Int(asked: $0) }.map(String.init) ?? "0")
        }
        return PreviewSubject(
            feature: feature, source: .text(key), bytes: entry.bytes, revision: nil,
            path: Paths.text(of: feature.name, key),
            editorHref: Paths.editor(of: feature.name) + "?text=\(key)"
                + beginnings.map { "&\($0.name)=\($0.value)" }.joined(), beginnings: beginnings)
    }
}

/// Where a page about a preview stands among the pages.
struct PreviewPlace: Sendable {
    var feature: String
    var featureHref: String
    /// The revision or the text in the editor.
    var title: String
    var href: String
    var editorHref: String

    static let sample = PreviewPlace(
        feature: "home.offers", featureHref: "/features/home.offers", title: "Revision 2",
        href: "/features/home.offers/revisions/2", editorHref: "/features/home.offers/editor?revision=2")
}

extension PreviewPlace {
    init(_ subject: PreviewSubject) {
        feature = subject.feature.name
        featureHref = Paths.feature(subject.feature.name)
        title = subject.revision.map(PreviewWords.revision) ?? PreviewWords.unsaved
        href = subject.revision == nil ? subject.editorHref : subject.path
        editorHref = subject.editorHref
    }

    /// The fields that a form of such a page carries on: what is chosen, but for what it has fields of its own for.
    static func kept(_ subject: PreviewSubject, _ options: PreviewOptions, beside own: Set<String>) -> [HiddenField] {
        subject.beginnings
            + options.queryItems.filter { !own.contains($0.name) }.map { HiddenField(name: $0.name, value: $0.value) }
    }
}
