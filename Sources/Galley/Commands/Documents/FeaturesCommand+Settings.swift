import ArgumentParser
import Publishing

extension FeaturesCommand {
    /// Renames a feature.
    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rename a feature; its present name keeps working for a grace period.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String
        @Argument(help: "The new name.") var new: String
        @Option(help: "The days for which the present name keeps working, 0 to \(RenameRequest.maximumGraceDays).")
        var graceDays = RenameRequest.usualGraceDays

        func run() throws {
            let stores = try installation.open()
            let rename = RenameRequest(feature: name, name: new, graceDays: graceDays)
            // Must be read before the renaming, because documents refer to the feature by its old name.
            let warnings = try stores.references.warnings(of: rename)
            switch try stores.releases.rename(rename, by: .operator) {
            case .renamed(let feature, _):
                try FeaturesCommand.answer(feature.name, in: stores, as: format, warnings: warnings)
            case .unchanged(let feature): try FeaturesCommand.answer(feature.name, in: stores, as: format)
            case .noSuchFeature: try format.refuse("there is no feature \(name)")
            case .invalidName: try format.refuse("\"\(new)\" cannot be a feature's name. \(FeatureName.rule)")
            case .taken(let feature): try format.refuse(FeaturesCommand.taken(new, by: feature))
            case .invalidGrace:
                try format.refuse("--grace-days must be 0 to \(RenameRequest.maximumGraceDays)")
            case .refused(let problems):
                try format.refuse("refused; nothing was changed", problems: problems, text: problems.map(\.message))
            }
        }
    }

    /// Names a revision.
    struct NameRevision: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "name-revision", abstract: "Name a revision; an empty name removes its name.")

        /// The rule for names as a sentence.
        static let rule =
            "a revision's name has at most \(RevisionStore.maximumNameLength) characters, and no control characters, "
            + "line breaks or marks that change the direction of text; it needs a visible character"

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var feature: String
        @Argument(help: "The revision's number.") var revision: Int
        @Argument(help: "The name; an empty one removes the present name.") var name: String

        func run() throws {
            let stores = try installation.open()
            switch try stores.revisions.name(revision, of: feature, as: name, by: .operator) {
            case .named, .unchanged:
                guard let named = try stores.revisions.revision(of: feature, number: revision) else { return }
                try format.done(RevisionAnswer(named), text: RevisionAnswer(named).line)
            case .noSuchRevision: try format.refuse("there is no revision \(revision) of \(feature)")
            case .invalid: try format.refuse(Self.rule)
            }
        }
    }

    /// Clones a feature.
    struct Clone: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a feature with the kind, owner, tags, cache times and one revision of another feature.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String
        @Argument(help: "The name of the clone.") var clone: String
        @Option(help: "The revision to copy; by default the newest.") var revision: Int?

        func run() throws {
            let stores = try installation.open()
            switch try stores.features.clone(name, as: clone, revision: revision, by: .operator) {
            case .cloned(let feature, _): try FeaturesCommand.answer(feature.name, in: stores, as: format)
            case .noSuchFeature: try format.refuse("there is no feature \(name)")
            case .noSuchRevision: try format.refuse("there is no revision \(revision ?? 0) of \(name)")
            case .invalidName: try format.refuse("\"\(clone)\" cannot be a feature's name. \(FeatureName.rule)")
            case .taken(let feature): try format.refuse(FeaturesCommand.taken(clone, by: feature))
            }
        }
    }

    /// Archives a feature.
    struct Archive: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Archive a feature that no client gets.",
            discussion: "An archived feature cannot be published, and is listed only with --state archived.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String
        @Option(help: "The reason, for the history.") var reason = ""

        func run() throws {
            let stores = try installation.open()
            try FeaturesCommand.answer(
                try stores.features.archive(name, reason: reason, by: .operator), of: name, in: stores, as: format)
        }
    }

    /// Restores an archived feature.
    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restore an archived feature; this makes nothing live.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String

        func run() throws {
            let stores = try installation.open()
            try FeaturesCommand.answer(
                try stores.features.restore(name, by: .operator), of: name, in: stores, as: format)
        }
    }

    /// Changes the tags of a feature.
    struct Tag: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add tags to a feature, or remove them.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String
        @Argument(help: "Tags to add.") var tags: [String] = []
        @Option(help: "A tag to remove; repeatable.") var remove: [String] = []

        func run() throws {
            let stores = try installation.open()
            let added = FeatureLabels.tags(in: tags.joined(separator: ","))
            let removed = FeatureLabels.tags(in: remove.joined(separator: ","))
            let outcome = try stores.features.label(name, by: .operator) { labels in
                labels.tags.removeAll { removed.contains($0) }
                labels.tags += added.filter { !labels.tags.contains($0) }
            }
            try FeaturesCommand.answer(outcome, of: name, in: stores, as: format)
        }
    }

    /// Sets the owner of a feature.
    struct Own: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Set the owner of a feature: a person or a team.")

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String
        @Argument(help: "The owner; an empty text for none.") var owner: String

        func run() throws {
            let stores = try installation.open()
            let outcome = try stores.features.label(name, by: .operator) { $0.owner = owner }
            try FeaturesCommand.answer(outcome, of: name, in: stores, as: format)
        }
    }

    /// Returns the reason for refusing a taken name. `feature` has the name, or had it before and the grace period of
    /// the former name has not ended.
    static func taken(_ name: String, by feature: Feature) -> String {
        feature.name == name
            ? "a feature named \(name) already exists"
            : "\(name) is a former name of the feature \(feature.name) and works until its grace period ends"
    }

    /// Prints a feature as it is now.
    fileprivate static func answer(
        _ name: String, in stores: Stores, as format: FormatOption, warnings: [ReleaseProblem]? = nil
    ) throws {
        guard let summary = try stores.features.summary(of: name) else {
            try format.refuse("there is no feature \(name)")
        }
        let answer = FeatureAnswer(summary, warnings: warnings)
        let lines = [answer.line] + (warnings ?? []).map { "  warning: \($0.message)" }
        try format.done(answer, text: lines.joined(separator: "\n"))
    }

    private static func answer(
        _ outcome: ArchiveOutcome, of name: String, in stores: Stores, as format: FormatOption
    ) throws {
        switch outcome {
        case .done, .unchanged: try answer(name, in: stores, as: format)
        case .noSuchFeature: try format.refuse("there is no feature \(name)")
        case .live(let platforms):
            let words = platforms.map(\.name).joined(separator: ", ")
            try format.refuse("clients on \(words) get \(name): switch it off or roll it back before you archive it")
        case .scheduled(let schedules):
            let words = schedules.map { "\($0)" }.joined(separator: ", ")
            try format.refuse("\(name) has open schedules (\(words)): cancel them before you archive it")
        case .rollingOut(let rollouts):
            let words = rollouts.map { "\($0)" }.joined(separator: ", ")
            try format.refuse("\(name) has open rollouts (\(words)): stop them before you archive it")
        case .reasonTooLong:
            try format.refuse("the reason is longer than \(FeatureArchive.maximumReasonLength) characters")
        }
    }

    private static func answer(
        _ outcome: LabelOutcome, of name: String, in stores: Stores, as format: FormatOption
    ) throws {
        if let reason = refusal(outcome, of: name) { try format.refuse(reason) }
        try answer(name, in: stores, as: format)
    }

    /// Returns the reason for refusing labels of a feature; nil if they were not refused.
    static func refusal(_ outcome: LabelOutcome, of name: String) -> String? {
        switch outcome {
        case .changed, .unchanged: nil
        case .noSuchFeature: "there is no feature \(name)"
        case .ownerTooLong: "an owner has at most \(FeatureLabels.maximumOwner) characters"
        case .tooManyTags: "a feature has at most \(FeatureLabels.maximumTags) tags"
        case .tagTooLong(let tag): "the tag \(tag) is longer than \(FeatureLabels.maximumTag) characters"
        case .invisibleCharacters:
            "owners and tags must not contain control characters or marks that change the direction of text, and need "
                + "a visible character"
        }
    }
}
