import ArgumentParser
import Foundation
import JSONText
import Publishing
import SchemaRepository

extension SchemasCommand {
    /// Imports schemas as a schema release. Makes it the current one, unless it must wait for approvals.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import a schema repository as a schema release; refused if it has errors.",
            discussion: """
                SOURCE is a directory, a zip archive, or the address of a git repository. The release becomes the current \
                one at once, unless each of the teams iOS, Android and backend has a reviewer: then it waits for \
                their approvals and its adoption, as with --propose. Schemas of another system are imported despite \
                errors if they can be compiled. They count as such if none of them has an annotation of Galley (x-kind \
                and others) at its root or an $id that is its path.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The branch, tag or commit of a git repository.") var ref = ""
        @Option(help: "The folder of the schemas in an archive or a git repository.") var folder = ""
        @Option(help: "Import only SOURCE, a file, as the document at this path of the current release.")
        var document: String?
        @Option(help: "The explanation for the reviewers.") var note = ""
        @Flag(help: "Only propose the release.") var propose = false
        @Argument(help: "A directory, a zip archive, or a git repository's address (https://, ssh:// or file://).")
        var source: String

        func run() throws {
            do {
                try importFiles()
            } catch let error as SchemaSourceError {
                try format.refuse("\(source) was not imported: \(error)")
            }
        }

        private func importFiles() throws {
            if document == nil, !isGit, !isArchive { try RepositoryOption.checkIsDirectory(source) }
            guard ref.isEmpty || document == nil && isGit else {
                throw CommandError("--ref is for the address of a git repository, which \(source) is not")
            }
            guard folder.isEmpty || document == nil && (isGit || isArchive) else {
                throw CommandError(
                    "--folder is for an archive or a git repository; name the folder itself in place of \(source)")
            }
            let stores = try installation.open()
            let current = try stores.schemaReleases.currentRepository()?.repository.documents ?? []
            let outcome = try SchemaProposer(stores: stores).propose(
                files(besides: current), note: note, by: .operator,
                more: { try RepositoryOption.previewProblems(of: $0, home: installation.home) })
            switch outcome {
            case .refused(let findings):
                try format.refuse(
                    "\(source) was not imported", problems: findings.map(FileDiagnosticAnswer.init),
                    text: findings.map(\.description))
            case .decided(.proposed(let proposal)), .decided(.alreadyProposed(let proposal)):
                try finish(proposal.release, stores, adopting: !propose && !stores.schemaReleases.hasAllReviewers())
            case .decided(.earlier(let release)):
                try finish(
                    release, stores, adopting: !propose && !stores.schemaReleases.hasAllReviewers(), isEarlier: true)
            case .decided(.current(let release)): try finish(release, stores, adopting: false)
            case .decided(.tooLong): try format.refuse("a note has at most 2,000 characters")
            }
        }

        private var isGit: Bool { source.contains("://") }

        private var isArchive: Bool {
            let kind = try? FileManager.default.attributesOfItem(atPath: source)[.type] as? FileAttributeType
            return kind == .typeRegular
        }

        private func files(besides current: [RepositoryFile]) throws -> SchemaImport.Files {
            if let document {
                let bytes = try InputFile.read(source, limit: 4 << 20)
                return try SchemaImport.document(path: document, bytes).files(besides: current)
            }
            if isGit {
                return try SchemaImport.git(
                    address: source, reference: ref, folder: folder, allowing: [.https, .ssh, .file]
                ).files(besides: current)
            }
            if isArchive {
                let bytes = try InputFile.read(source, limit: SchemaSourceLimits.archiveBytes)
                let name = URL(filePath: source).lastPathComponent
                return try SchemaImport.archive(bytes, name: name, folder: folder).files(besides: current)
            }
            do {
                let documents = try SchemaRepository.documents(inDirectory: source)
                guard !documents.isEmpty else { throw SchemaSourceError("it contains no schemas") }
                return SchemaImport.Files(documents: documents, source: "Directory on the server")
            } catch let error as RepositoryError {
                throw CommandError(error.description)
            }
        }

        private func finish(
            _ release: SchemaRelease, _ stores: Stores, adopting: Bool, isEarlier: Bool = false
        ) throws {
            let documents = try stores.schemaReleases.repository(of: release.number)?.documents.count ?? 0
            if adopting {
                switch try stores.schemaReleases.adopt(
                    release.number, reason: "Imported at the command line", breakGlass: true, by: .operator)
                {
                case .adopted, .alreadyCurrent: break
                case .noSuchRelease, .stale, .reasonRequired, .approvalsMissing:
                    try format.refuse("schema release \(release.number) was imported, but could not be adopted")
                }
            }
            let isCurrent = try stores.schemaReleases.current()?.number == release.number
            let state =
                isCurrent
                ? "current" : isEarlier ? "an earlier one; to return to it, adopt it with a --reason" : "proposed"
            try format.done(
                ImportAnswer(
                    schemaRelease: release.number, hash: release.hash, documents: documents, isCurrent: isCurrent),
                text: "Schema release \(release.number) (\(counted: documents, "file")) is \(state).")
        }
    }

    /// Makes a schema release the current one.
    struct Adopt: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a proposed or an earlier schema release the current one.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Option(help: "The reason; a return to an earlier release and --break-glass need one.") var reason = ""
        @Flag(help: "Adopt a proposal without the approvals that it lacks.") var breakGlass = false
        @Argument(help: "The number, as galley schemas list prints it.") var number: Int

        func run() throws {
            let store = try installation.open().schemaReleases
            switch try store.adopt(number, reason: reason, breakGlass: breakGlass, by: .operator) {
            case .adopted(let adoption):
                try format.done(
                    AdoptionAnswer(schemaRelease: adoption.schemaRelease, isCurrent: true),
                    text: "Schema release \(number) is current.")
            case .alreadyCurrent:
                try format.done(
                    AdoptionAnswer(schemaRelease: number, isCurrent: true),
                    text: "Schema release \(number) is already current.")
            case .noSuchRelease: try format.refuse("there is no schema release \(number)")
            case .stale(let current):
                try format.refuse(
                    "schema release \(current) was adopted after release \(number) was proposed; import the schemas "
                        + "again")
            case .approvalsMissing(let teams):
                let names = teams.map(\.rawValue).joined(separator: ", ")
                try format.refuse("schema release \(number) lacks the approval of \(names); see --break-glass")
            case .reasonRequired: try format.refuse("give a reason of at most 2,000 characters: --reason TEXT")
            }
        }
    }

    /// Lists the schema releases.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the schema releases, newest first.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption

        func run() throws {
            let store = try installation.open().schemaReleases
            let current = try store.current()?.number
            let answers = try store.list().map { release in
                let proposal = try store.proposal(of: release.number)
                return ListAnswer(
                    schemaRelease: release.number, hash: release.hash, isCurrent: release.number == current,
                    source: proposal?.source, note: proposal?.note, author: (proposal?.author ?? release.author).name,
                    createdAt: proposal?.createdAt ?? release.createdAt)
            }
            let lines = answers.map { answer in
                let state = answer.isCurrent ? " (current)" : ""
                return "\(answer.schemaRelease)\(state): \(answer.source ?? "first start"), by \(answer.author)"
            }
            try format.done(answers, lines: lines, orNone: "No schema releases.")
        }
    }
}

/// The result of an import.
private struct ImportAnswer: Encodable {
    let schemaRelease: Int
    let hash: String
    let documents: Int
    let isCurrent: Bool
}

/// The result of an adoption.
private struct AdoptionAnswer: Encodable {
    let schemaRelease: Int
    let isCurrent: Bool
}

/// A schema release as the command line writes it.
private struct ListAnswer: Encodable {
    let schemaRelease: Int
    let hash: String
    let isCurrent: Bool
    let source: String?
    let note: String?
    let author: String
    let createdAt: Date
}
