import MicroHTTP
import Preview
import Publishing

/// The subject of a page about a preview: a saved revision of a feature, or an unsaved text.
struct PreviewSubject: Sendable {
    var feature: Feature
    var source: PreviewSource
    var bytes: [UInt8]
    /// The revision's number; nil for an unsaved text.
    var revision: Int?
    /// The prefix of the addresses of the subject's pages.
    var path: String
    /// The address of the editor with the text.
    var editorHref: String
    /// The hidden fields `parent` and `started` of an unsaved text: the newest revision that its author saw, and the
    /// revision that it is based on. Empty for a revision.
    var baseFields: [HiddenField]
}

/// A hidden field that a form passes on.
struct HiddenField: Sendable {
    var name: String
    var value: String

    static let sample = HiddenField(name: "platform", value: "ios")
}

/// Finds the subject in a request's address.
struct PreviewSubjects: Sendable {
    let stores: Stores
    let texts: UnsavedTexts

    /// Returns the revision that `:feature` and `:number` name, or the unsaved text that `:feature` and `:text` name;
    /// nil if it does not exist or is no longer stored.
    func subject(of request: SignedInRequest) throws -> PreviewSubject? {
        guard let feature = try stores.features.feature(named: request.parameter("feature")) else { return nil }
        if let number = Int(asked: request.parameter("number")) {
            guard let revision = try stores.revisions.revision(of: feature.name, number: number) else {
                return nil
            }
            return PreviewSubject(
                feature: feature, source: .revision(feature: feature.name, number: number), bytes: revision.bytes,
                revision: number, path: Paths.revision(of: feature.name, number),
                editorHref: Paths.editor(of: feature.name, from: number), baseFields: [])
        }
        return text(request.parameter("text"), of: feature, request)
    }

    /// Returns a feature's unsaved text with a key; nil if the server holds none with this key for the account and the
    /// feature.
    func text(_ key: String, of feature: Feature, _ request: SignedInRequest) -> PreviewSubject? {
        guard let entry = texts.held(key, of: feature, by: request.account) else { return nil }
        let baseFields = ["parent", "started"].map { name in
            HiddenField(name: name, value: Int(asked: request.value(name)).map(String.init) ?? "0")
        }
        return PreviewSubject(
            feature: feature, source: .text(key), bytes: entry.bytes, revision: nil,
            path: Paths.text(of: feature.name, key),
            editorHref: Paths.editor(of: feature.name) + "?text=\(key)"
                + baseFields.map { "&\($0.name)=\($0.value)" }.joined(), baseFields: baseFields)
    }
}

/// The links from a page about a preview back to the previewed revision or text.
struct PreviewPlace: Sendable {
    var feature: String
    var featureHref: String
    /// The title of the revision or of the unsaved text.
    var title: String
    /// The address of the revision's page; that of the editor for an unsaved text.
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

    /// Returns the hidden fields of a form on a page about a preview: those of an unsaved text, and all options except
    /// those in `own`, for which the form has visible fields.
    static func kept(_ subject: PreviewSubject, _ options: PreviewOptions, beside own: Set<String>) -> [HiddenField] {
        subject.baseFields
            + options.queryItems.filter { !own.contains($0.name) }.map { HiddenField(name: $0.name, value: $0.value) }
    }
}
