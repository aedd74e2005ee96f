import ArgumentParser
import Foundation
import JSONText
import Publishing
import SchemaRepository

/// The command for features and their revisions.
struct FeaturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract:
            "List and show features, push revisions, export and import; rename, clone, archive and tag; set owners.",
        subcommands: [
            List.self, Show.self, Push.self, NameRevision.self, Export.self, Import.self, Rename.self, Clone.self,
            Archive.self, Restore.self, Tag.self, Own.self, CacheTimes.self, Statistics.self,
        ])

    /// Prints that a note is too long, and exits with status 1.
    static func refuseNote(as format: FormatOption) throws -> Never {
        try format.refuse("the note is longer than \(RevisionStore.maximumNoteLength) characters")
    }

    /// Lists features.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List features with their live states.",
            discussion: """
                Together with --platform, --state means the state on that platform. With the state \
                partly-switched-off, features that are switched off there and live on another platform are listed; \
                with archived, only archived features that are switched off there; with never-published, --platform \
                has no effect.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "Words, each of which must be in the name or the kind.") var search = ""
        @Option(help: "Only this document kind, by identifier or name.") var kind: String?
        @Option(help: "Only features that are live or switched off on this platform.") var platform: String?
        @Option(help: "Only features in this state; by default all that are not archived.") var state: LiveState?
        @Option(help: "Only features of this owner.") var owner: String?
        @Option(help: "Only features with this tag.") var tag: String?
        @Option(help: "The order of the list.") var sort = FeatureOrder.name
        @Option(help: "The maximum number of features.") var limit = NumberOption.longestList
        @Option(help: "The number of features to skip.") var offset = 0

        func validate() throws {
            try NumberOption.check(limit: limit)
            try NumberOption.check("--offset", offset, in: 0...Int.max)
            guard search.count <= FeatureFilter.maximumSearch else {
                throw ValidationError("--search has at most \(FeatureFilter.maximumSearch) characters.")
            }
        }

        func run() throws {
            let stores = try installation.open()
            let list = try stores.features.list(try filter(in: stores), by: sort, offset: offset, limit: limit)
            let answer = FeatureListAnswer(list, offset: offset)
            let shown = answer.features.count
            let rest = "Shown: \(shown) of \(list.total) features. Use --offset and --limit for the others."
            let lines = answer.features.map(\.line) + (shown == list.total ? [] : [rest])
            try format.done(answer, lines: lines, orNone: "No features.")
        }

        private func filter(in stores: Stores) throws -> FeatureFilter {
            var filter = FeatureFilter(
                search: search, kind: nil, platform: platform, state: state, owner: owner, tag: tag?.lowercased())
            if let kind {
                let repository = try stores.schemaReleases.currentRepository()?.repository
                guard let known = repository?.kind(named: kind) else {
                    let kinds = (repository?.rootKinds ?? []).map(\.id).joined(separator: ", ")
                    try format.refuse("the schemas have no document kind \(kind); there are \(kinds)")
                }
                filter.kind = known.id
            }
            if let platform {
                let platforms = try stores.releases.platforms().map(\.name)
                guard platforms.contains(platform) else {
                    try format.refuse(
                        "there is no platform \(platform); there are \(platforms.joined(separator: ", "))")
                }
            }
            return filter
        }
    }

    /// Shows one feature.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a feature's live state, its newest 100 revisions and the documents that refer to it.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument var name: String

        func run() throws {
            let stores = try installation.open()
            guard let summary = try stores.features.summary(of: name) else {
                try format.refuse("there is no feature \(name)")
            }
            let answer = FeatureDetailAnswer(
                summary, revisions: try stores.revisions.revisions(of: name),
                uses: try stores.references.uses(of: name),
                formerNames: try stores.features.formerNames(of: name))
            let state = [answer.feature.line] + answer.feature.live.map(\.line)
            let former = answer.formerNames.map { "  former name \($0.name), works until \($0.until.ISO8601Format())" }
            let lines = state + former + answer.revisions.map(\.line) + answer.usedBy.map(\.text)
            try format.done(answer, text: lines.joined(separator: "\n"))
        }
    }

    /// Saves a file as a revision, creating the feature on the first push.
    struct Push: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Save a file as a new revision, even if it has faults.",
            discussion: "A revision has at most \(JSONLimits.console.maximumBytes >> 20) MiB, as in the console.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument var name: String
        @Argument(help: "The document; - for standard input.") var file: String
        @Option(help: "The document kind, if the feature is new; by default the document's type names it.")
        var kind: String?
        @Option(help: "What changed, for the history.") var note = ""
        @Option(help: "A name for the revision.") var revisionName = ""
        @Option(help: "The newest revision that you have seen, 0 for none; refused if there is a newer one.")
        var expected: Int?

        func validate() throws { try NumberOption.check("--expected", expected, in: 0...Int.max) }

        func run() throws {
            let stores = try installation.open()
            let bytes = try InputFile.document(file)
            if let feature = try stores.features.feature(named: name) {
                try checkKind(of: feature, in: stores)
            } else {
                try checkFirstSave()
                try create(in: stores, for: bytes)
            }
            let outcome = try stores.revisions.save(
                feature: name, bytes: bytes, note: note, revisionName: revisionName, by: .operator,
                expectedHead: expected)
            switch outcome {
            case .saved(let revision): try answer(revision, unchanged: false, in: stores)
            case .unchanged(let revision): try answer(revision, unchanged: true, in: stores)
            case .headMoved(let head): try refuse(head: head?.number ?? 0)
            case .noSuchFeature: try format.refuse("there is no feature \(name)")
            case .noteTooLong: try FeaturesCommand.refuseNote(as: format)
            case .invalidName: try format.refuse(NameRevision.rule)
            case .noSchemas: try format.refuse("there are no schemas yet: run  galley schemas import DIR")
            }
        }

        private func refuse(head number: Int) throws -> Never {
            guard number > 0 else { try format.refuse("\(name) has no revision yet, so --expected can only be 0") }
            try format.refuse(
                "\(name) is at revision \(number) now, not at \(expected ?? 0): look at the newest revision, then push again"
            )
        }

        /// Refuses a `--kind` that is not the kind of the feature.
        private func checkKind(of feature: Feature, in stores: Stores) throws {
            guard let kind, kind != feature.kind else { return }
            let meant = try stores.schemaReleases.currentRepository()?.repository.kind(named: kind)?.id
            guard meant == feature.kind else {
                try format.refuse("\(name) holds documents of the kind \(feature.kind), not \(meant ?? kind)")
            }
        }

        /// Refuses, before the feature is created, options with which its first revision could not be saved.
        private func checkFirstSave() throws {
            if let expected, expected > 0 { try refuse(head: 0) }
            guard RevisionStore.isNote(note) else { try FeaturesCommand.refuseNote(as: format) }
            guard RevisionStore.isName(revisionName) else { try format.refuse(NameRevision.rule) }
        }

        private func create(in stores: Stores, for bytes: [UInt8]) throws {
            guard let repository = try stores.schemaReleases.currentRepository()?.repository else {
                try format.refuse("there are no schemas yet: run  galley schemas import DIR")
            }
            guard let kind = kind ?? repository.check(bytes, kind: nil).kind?.id else {
                try format.refuse("\(name) is new, and the document does not state its kind; add --kind")
            }
            switch try stores.features.create(name: name, kind: kind, by: .operator) {
            case .created, .taken: return
            case .invalidName: try format.refuse("\"\(name)\" cannot be a feature's name. \(FeatureName.rule)")
            case .unknownKind:
                let kinds = repository.rootKinds.map(\.id).joined(separator: ", ")
                try format.refuse("the schemas have no document kind \(kind); there are \(kinds)")
            }
        }

        private func answer(_ revision: Revision, unchanged: Bool, in stores: Stores) throws {
            let kind = try stores.features.feature(named: name)?.kind ?? ""
            let diagnostics = try stores.references.diagnostics(of: revision, kind: kind)
            let verdict = revision.isValid ? "valid" : "not valid yet"
            let title = "\(name) revision \(revision.number)\(unchanged ? " (unchanged, nothing saved)" : "")"
            try format.done(
                RevisionDetailAnswer(revision, diagnostics: diagnostics, unchanged: unchanged),
                text: (["\(title): \(verdict)"] + diagnostics.map { $0.line(file: file) }).joined(separator: "\n"))
        }
    }
}

extension LiveState: ExpressibleByArgument {}
extension FeatureOrder: ExpressibleByArgument {}

extension FeatureAnswer {
    /// The feature as a line of text.
    var line: String {
        "\(name)  \(kind)  revision \(revision)\(valid ? "" : " (not valid)")  \(stateWords)"
            + (owner.isEmpty ? "" : "  owner \(owner)") + (tags.isEmpty ? "" : "  tags \(tags.joined(separator: ", "))")
    }

    private var stateWords: String {
        switch state {
        case .neverPublished: "never published"
        case .nothingLive: "nothing live"
        case .live: "\(live.count) live"
        case .partlySwitchedOff: "\(live.count) live, switched off on \(switchedOff.joined(separator: ", "))"
        case .switchedOff: "switched off on \(switchedOff.joined(separator: ", "))"
        case .archived: "archived"
        }
    }
}

extension FeatureUseAnswer {
    /// The use as a line of text.
    fileprivate var text: String {
        let state = [live ? "live" : "", newest ? "newest" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return "  used by \(feature)  revision \(revision) (\(state))  line \(line): \(pointer)"
    }
}

extension RevisionAnswer {
    /// The revision as a line of text.
    var line: String {
        "  revision \(revision)  \(valid ? "valid" : "not valid")  \(author)  \(createdAt.ISO8601Format())  "
            + "\(name.isEmpty ? "" : "“\(name)”  ")\(note)"
    }
}
