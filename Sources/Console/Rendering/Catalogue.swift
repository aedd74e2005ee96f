import Preview
import Publishing
import SchemaRepository
import Synchronization

/// The current schemas and their renderer.
final class Catalogue: Sendable {
    private let schemaReleases: SchemaReleaseStore
    private let previewTemplates: PreviewTemplateStore
    private let templates: String
    private let drawn = Mutex<[(key: Key, renderer: PreviewRenderer)]>([])

    /// The key of a renderer: a repository, the number of the newest uploaded template, and a template on trial.
    private struct Key: Hashable {
        var repository: String
        var templates: Int
        var trial: TrialTemplate?
    }

    /// The maximum number of cached renderers.
    private static let limit = 6

    /// Creates a catalogue whose renderers use uploaded templates first, then the repository's, then those of a
    /// directory.
    init(schemaReleases: SchemaReleaseStore, previewTemplates: PreviewTemplateStore, templates: String) {
        self.schemaReleases = schemaReleases
        self.previewTemplates = previewTemplates
        self.templates = templates
    }

    /// Returns the current schema release's number and repository; nil before the first import.
    func current() throws -> (number: Int, repository: SchemaRepository)? {
        try schemaReleases.currentRepository().map { ($0.release.number, $0.repository) }
    }

    /// Returns the title of a document kind.
    func title(of kind: String) throws -> String {
        let name = kind.split(separator: "/").last.map(String.init) ?? kind
        return try current()?.repository.kind(named: kind)?.title ?? name
    }

    /// Returns the renderer of a repository with all uploaded templates and an optional one on trial; recently used
    /// renderers are cached.
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

/// A template of an entity that is tried before it is saved.
struct TrialTemplate: Sendable, Hashable {
    var entity: String
    var text: String
}
