import ArgumentParser
import Foundation
import Publishing
import SchemaRepository

extension FeaturesCommand {
    /// Exports features to files, for version control or another installation.
    struct Export: ParsableCommand {
        private static let pageSize = 1_000

        static let configuration = CommandConfiguration(
            abstract: "Write features with their newest revisions as files.",
            discussion: """
                Writes DIR/NAME/feature.json (name, kind, owner, tags and cache times) and DIR/NAME/document.json (the \
                exact text of the newest revision). The same state gives the same bytes, and galley features import \
                reads them back. An archived feature is exported only if you name it; the files do not say that it is \
                archived.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The directory.") var directory: String
        @Argument(help: "The features; by default all that are not archived.") var names: [String] = []

        func run() throws {
            let stores = try installation.open()
            var exported: [ExportedFeature] = []
            for summary in try features(in: stores) {
                let feature = summary.feature
                let head = try stores.revisions.head(of: feature.name)
                try FeatureFolder(of: feature.name, in: directory).write(
                    kind: feature.kind, labels: summary.labels, cacheTime: summary.cacheTime, document: head?.bytes)
                exported.append(
                    ExportedFeature(feature: feature.name, revision: head?.number ?? 0, hash: head?.hash))
            }
            let leftOut = try names.isEmpty ? archived(in: stores) : 0
            if leftOut > 0 {
                let features = "\(leftOut) archived feature\(leftOut == 1 ? "" : "s")"
                StandardError.write("left out: \(features); name archived features to export them")
            }
            try format.done(
                ExportAnswer(features: exported, archivedLeftOut: leftOut),
                text: "Exported \(exported.count) feature\(exported.count == 1 ? "" : "s") to \(directory).")
        }

        /// Returns the number of archived features.
        private func archived(in stores: Stores) throws -> Int {
            var filter = FeatureFilter.all
            filter.state = .archived
            return try stores.features.list(filter, limit: 1).total
        }

        private func features(in stores: Stores) throws -> [FeatureSummary] {
            guard names.isEmpty else {
                return try names.map { name in
                    guard let feature = try stores.features.summary(of: name) else {
                        try format.refuse("there is no feature \(name)")
                    }
                    return feature
                }
            }
            var features: [FeatureSummary] = []
            while true {
                let list = try stores.features.list(offset: features.count, limit: Self.pageSize)
                features += list.features
                if list.features.count < Self.pageSize { return features }
            }
        }
    }

    /// Imports features from files, as revisions.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import the files that galley features export writes, and save them as revisions.",
            discussion: """
                Creates missing features, saves each document that differs from the newest revision, and sets the \
                owner, the tags and the cache times that the files state. Everything is checked before the first \
                change; features without files stay as they are, and archived ones stay archived. A folder with the \
                former name of a feature is refused. Nothing is published: a feature that was published before keeps \
                its cache times, because only a release changes them.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The directory.") var directory: String
        @Option(help: "What changed, for the history.") var note = "Imported"
        @Flag(help: "Report what would be saved, without changing anything.") var dryRun = false

        func run() throws {
            let stores = try installation.open()
            guard RevisionStore.isNote(note) else { try FeaturesCommand.refuseNote(as: format) }
            let folders = try FeatureFolder.all(in: directory).map { folder in
                (folder: folder, content: try folder.read())
            }
            let faults = try folders.flatMap { try problems(of: $0.folder, $0.content, in: stores) }
            guard faults.isEmpty else { try format.refuse("nothing was changed", problems: faults, text: faults) }
            var imported: [ImportedFeature] = []
            for (folder, content) in folders {
                imported.append(try save(folder.name, content, in: stores))
            }
            let heading = dryRun ? ["Nothing was changed. This would be imported:"] : []
            let lines = imported.filter { !$0.unchanged }.map(\.line)
            let kept = imported.filter { $0.cacheTimeKept == true }.map {
                "\($0.feature) keeps its cache times; to change them, use galley features cache-times (makes a release)"
            }
            let archived = imported.filter { $0.archived == true && !$0.unchanged }.map {
                "\($0.feature) is archived; to publish it, restore it with galley features restore"
            }
            try format.done(
                ImportAnswer(dryRun: dryRun, features: imported),
                text: (heading + lines + kept + archived + ["\(imported.count - lines.count) unchanged"])
                    .joined(separator: "\n"))
        }

        private func problems(
            of folder: FeatureFolder, _ content: FeatureFolder.Content, in stores: Stores
        ) throws -> [String] {
            guard FeatureName.isValid(folder.name) else {
                return ["\"\(folder.name)\" cannot be a feature's name. \(FeatureName.rule)"]
            }
            guard let kind = try stores.schemaReleases.currentRepository()?.repository.kind(named: content.kind) else {
                return ["\(folder.name): the schemas have no document kind \(content.kind)"]
            }
            if let refusal = content.labels(after: FeatureLabels()).fault.flatMap({
                FeaturesCommand.refusal($0, of: folder.name)
            }) {
                return ["\(folder.name): \(refusal)"]
            }
            guard let known = try stores.features.feature(named: folder.name) else { return [] }
            // The folder has a former name of the feature: its files may be older than the renaming, and the present
            // name may have a folder of its own.
            guard known.name == folder.name else { return [Self.former(folder.name, of: known)] }
            guard known.kind != kind.id else { return [] }
            return ["\(folder.name) holds documents of the kind \(known.kind), not \(kind.id)"]
        }

        /// Returns the reason for refusing the folder of a feature that was renamed.
        private static func former(_ name: String, of feature: Feature) -> String {
            FeaturesCommand.taken(name, by: feature)
                + "; to import into that feature, name the folder and its feature.json \(feature.name)"
        }

        private func save(
            _ name: String, _ content: FeatureFolder.Content, in stores: Stores
        ) throws -> ImportedFeature {
            let head = try stores.revisions.head(of: name)
            let present = try stores.features.summary(of: name)
            let isReleased = present?.feature.liveRelease != nil
            let hasNewTime = content.cacheTime.map { $0 != present?.cacheTime ?? .usual } ?? false
            let labels = content.labels(after: present?.labels ?? FeatureLabels())
            let hasNewLabels = labels != present?.labels ?? FeatureLabels()
            var imported = ImportedFeature(
                feature: name, revision: head?.number ?? 0, valid: nil,
                unchanged: present != nil && !hasNewLabels && (!hasNewTime || isReleased))
            if present == nil { imported.created = true }
            if hasNewTime, isReleased { imported.cacheTimeKept = true }
            imported.cacheTimeChanged = hasNewTime && !isReleased
            if hasNewLabels { imported.labelsChanged = true }
            if present?.archive != nil { imported.archived = true }
            guard !dryRun else {
                if let document = content.document, document != head?.bytes {
                    imported.revision += 1
                    (imported.unchanged, imported.documentSaved) = (false, true)
                }
                return imported
            }
            if case .taken(let feature) = try stores.features.create(name: name, kind: content.kind, by: .operator) {
                guard feature.name == name else { throw CommandError(Self.former(name, of: feature)) }
                // Somebody else may have created the feature in the meantime.
                imported.created = nil
            }
            if hasNewLabels {
                let outcome = try stores.features.label(name, by: .operator) { $0 = content.labels(after: $0) }
                if let refusal = FeaturesCommand.refusal(outcome, of: name) { throw CommandError(refusal) }
            }
            if let time = content.cacheTime, hasNewTime, !isReleased {
                guard case .changed = try stores.releases.changeCacheTimes(of: name, by: .operator, { _ in time })
                else {
                    throw CommandError("the cache times of \(name) could not be saved")
                }
            }
            guard let document = content.document else { return imported }
            switch try stores.revisions.save(feature: name, bytes: document, note: note, by: .operator) {
            case .saved(let revision):
                (imported.revision, imported.valid, imported.unchanged) = (revision.number, revision.isValid, false)
                imported.documentSaved = true
            case .unchanged(let revision):
                (imported.revision, imported.valid) = (revision.number, revision.isValid)
            case .noteTooLong: try FeaturesCommand.refuseNote(as: format)
            case .headMoved, .noSuchFeature, .noSchemas, .invalidName: throw CommandError("\(name) could not be saved")
            }
            return imported
        }
    }
}

/// The features that were exported.
private struct ExportAnswer: Encodable {
    let features: [ExportedFeature]
    /// The number of archived features that were left out because they were not named.
    let archivedLeftOut: Int
}

/// An exported feature; its revision is 0 and its hash nil before the first save.
private struct ExportedFeature: Encodable {
    let feature: String
    let revision: Int
    let hash: String?
}

/// The features that were imported, or would be.
private struct ImportAnswer: Encodable {
    let dryRun: Bool
    let features: [ImportedFeature]
}

/// An imported feature with its newest revision; in a dry run, with everything as it would be after the import.
private struct ImportedFeature: Encodable {
    let feature: String
    /// The number of the newest revision; 0 if there is none.
    var revision: Int
    /// True if the newest revision is valid; nil in a dry run and if the files contain no document.
    var valid: Bool?
    var unchanged: Bool
    /// True if there was no such feature, so that the import created it; nil otherwise.
    var created: Bool?
    /// True if the file's cache times differ but were not imported, because only a release changes them; nil otherwise.
    var cacheTimeKept: Bool?
    /// True if the file's owner or tags differ, and were imported; nil otherwise.
    var labelsChanged: Bool?
    /// True for an archived feature, which stays archived; nil otherwise.
    var archived: Bool?
    /// True if the file's cache times differ, and were imported; not part of the JSON.
    var cacheTimeChanged = false
    /// True if the document was saved as a new revision; not part of the JSON.
    var documentSaved = false

    private enum CodingKeys: String, CodingKey {
        case feature, revision, valid, unchanged, created, cacheTimeKept, labelsChanged, archived
    }

    /// The import as a line of text.
    var line: String {
        let settings = [
            labelsChanged == true ? "owner and tags" : nil, cacheTimeChanged ? "cache times" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
        let with = settings.isEmpty ? "" : ", with \(settings)"
        guard documentSaved else {
            if created == true { return "\(feature) created\(with)" }
            return settings.isEmpty ? "\(feature) unchanged" : "\(feature): \(settings) changed"
        }
        return "\(feature)\(created == true ? " created," : "") revision \(revision)\(with)"
    }
}
