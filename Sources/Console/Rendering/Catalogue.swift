import Preview
import Publishing
import SchemaRepository
import Synchronization

/// The current schemas, and the renderers that draw previews with them. Each schema of the repository is called an
/// entity.
final class Catalogue: Sendable {
    private let schemaReleases: SchemaReleaseStore
    private let previewTemplates: PreviewTemplateStore
    private let templates: String
    private let renderers = Mutex<[(key: Key, renderer: PreviewRenderer)]>([])

    /// The key of a renderer: the hash of a repository, the number of the newest uploaded template, and a template on
    /// trial.
    private struct Key: Hashable {
        var repository: String
        var templates: Int
        var trial: TrialTemplate?
    }

    /// The maximum number of cached renderers; the oldest is removed first.
    private static let limit = 6

    /// Creates a catalogue. Its renderers draw an entity with the uploaded template, or else with the one in the schema
    /// repository, or else with the one of the entity's kind in the directory `templates`. An entity without any of
    /// these is drawn as an outline, or not at all.
    init(schemaReleases: SchemaReleaseStore, previewTemplates: PreviewTemplateStore, templates: String) {
        self.schemaReleases = schemaReleases
        self.previewTemplates = previewTemplates
        self.templates = templates
    }

    /// Returns the current schema release; nil before the first import.
    func current() throws -> CurrentSchemas? {
        try schemaReleases.currentRepository().map {
            CurrentSchemas(number: $0.release.number, repository: $0.repository)
        }
    }

    /// Returns the renderer of a repository with all uploaded templates and an optional one on trial; the renderers
    /// created last are cached.
    func renderer(for repository: SchemaRepository, trying trial: TrialTemplate? = nil) throws -> PreviewRenderer {
        let key = Key(repository: repository.hash, templates: try previewTemplates.newestNumber(), trial: trial)
        if let kept = renderers.withLock({ renderers in renderers.first { $0.key == key } }) { return kept.renderer }
        var overlay = try previewTemplates.texts()
        if let trial { overlay[trial.entity] = trial.text }
        let renderer = try PreviewRenderer(repository: repository, templates: templates, overlay: overlay)
        renderers.withLock { renderers in
            renderers.append((key, renderer))
            if renderers.count > Self.limit { renderers.removeFirst() }
        }
        return renderer
    }
}

/// A template of an entity that is tried before it is saved.
struct TrialTemplate: Sendable, Hashable {
    var entity: String
    var text: String
}
