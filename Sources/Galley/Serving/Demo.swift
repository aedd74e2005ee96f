import Publishing
import SchemaRepository

/// The demo content, examples of the starter schemas: a bank's home screen in Russian, a form to post an advertisement
/// in Persian, an insurance questionnaire in Russian, an option sheet of schools in Traditional Chinese with its list,
/// and a flow of modules in Arabic with its screens.
struct Demo {
    let repository: SchemaRepository
    let stores: Stores

    private static let features = [
        (name: "home.main", kind: "/screens/Screen", example: "bank-home"),
        (name: "posting.form", kind: "/forms/Form", example: "post-ad"),
        (name: "insurance.insurant", kind: "/questionnaires/Questionnaire", example: "insurant"),
        (name: "profile.school", kind: "/option-sheets/OptionSheet", example: "select-school"),
        (name: "cards.list", kind: "/screens/Screen", example: "cards-list"),
        (name: "cards.details", kind: "/screens/Screen", example: "card-details"),
        (name: "legal.agreement", kind: "/modules/Module", example: "user-agreement"),
        (name: "cards.flow", kind: "/modules/ModuleFlow", example: "every-transition"),
    ]

    /// Saves each example as a revision of a feature. On every platform with client versions that can show the whole
    /// example, publishes it for the lowest range of such versions.
    func load() throws {
        guard case .imported = try stores.optionLists.import(DemoSchools.items, into: DemoSchools.list, by: .operator)
        else { throw CommandError("the demo list \(DemoSchools.list) could not be loaded") }
        for feature in Self.features {
            guard let example = repository.entity(feature.kind)?.examples.first(where: { $0.name == feature.example }),
                let kind = repository.kind(named: feature.kind),
                case .created = try stores.features.create(name: feature.name, kind: kind.id, by: .operator),
                case .saved(let revision) = try stores.revisions.save(
                    feature: feature.name, bytes: example.bytes, note: "Demo", by: .operator, expectedHead: 0)
            else { throw CommandError("the demo feature \(feature.name) could not be loaded") }
            try publish(revision, of: kind)
        }
    }

    private func publish(_ revision: Revision, of kind: DocumentKind) throws {
        guard let document = repository.check(revision.bytes, kind: kind).document else { return }
        for platform in try stores.releases.platforms() {
            let support = repository.support(of: document, kind: kind, platform: platform.name)
            guard let versions = support.full.first else { continue }
            // Starts at 1.0, the lowest version of a real client, because a rule from version 0 would be confusing.
            let from = try max(versions.from, version("1.0"))
            let request = PublishRequest(
                feature: revision.feature, revision: revision.number, platform: platform.name, from: from,
                until: versions.until, reason: "Demo")
            guard case .released = try stores.releases.publish(request, by: .operator) else {
                throw CommandError("the demo feature \(revision.feature) could not be published on \(platform.name)")
            }
        }
    }
}
