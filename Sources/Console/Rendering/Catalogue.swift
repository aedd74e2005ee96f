import Preview
import Publishing
import SchemaRepository
import Synchronization

/// The schemas in force, and the renderer that draws with them.
final class Catalogue: Sendable {
    private let schemaReleases: SchemaReleaseStore
    private let previewTemplates: PreviewTemplateStore
    private let templates: String
    private let drawn = Mutex<[(key: Key, renderer: PreviewRenderer)]>([])

    /// What a renderer is made of: a repository, the uploaded templates up to a number, and one that is only tried.
    private struct Key: Hashable {
        var repository: String
        var templates: Int
        var trial: TrialTemplate?
    }

    /// How many renderers are kept.
    private static let limit = 6

    /// Draws with uploaded templates, then the repository's, then those of a directory.
    init(schemaReleases: SchemaReleaseStore, previewTemplates: PreviewTemplateStore, templates: String) {
        self.schemaReleases = schemaReleases
        self.previewTemplates = previewTemplates
        self.templates = templates
    }

    /// The current schema release's number and repository; nil before the first import.
    func current() throws -> (number: Int, repository: SchemaRepository)? {
        try schemaReleases.currentRepository().map { ($0.release.number, $0.repository) }
    }

    /// A document kind as people call it.
    func title(of kind: String) throws -> String {
        let name = kind.split(separator: "/").last.map(String.init) ?? kind
        return try current()?.repository.kind(named: kind)?.title ?? name
    }

    /// The renderer of a repository with the templates that were uploaded until now, and one that is tried; those used
    /// last are kept.
    func renderer(for repository: SchemaRepository, trying trial: TrialTemplate? = nil) throws -> PreviewRenderer {
        let key = Key(repository: repository.hash, templates: try previewTemplates.newestNumber(), trial: trial)
        if let kept = drawn.withLock({ drawn in drawn.first { $0.key == key } }) { return kept.renderer }
        var overlay = try previewTemplates.texts()
        if let trial { overlay[trial.entity] = trial.text }
        let renderer = try PreviewRenderer(repository: repository, templates: templates, overlay: overlay)
        drawn.withLock { drawn in
            drawn.append((key, renderer))
            if drawn.count > Self.limit { drawn.removeFirst() }
        }
        return renderer
    }
}

/// A template of an entity that is looked at before it is saved.
struct TrialTemplate: Sendable, Hashable {
    var entity: String
    var text: String
}
