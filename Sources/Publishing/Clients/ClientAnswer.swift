package import JSONText
package import SchemaRepository

/// The report on a build of an app as JSON, for the command line and the management API.
package struct ClientAnswer: Sendable, Encodable {
    /// The name of the capability file at the command line.
    package let file: String?
    package let platform: String?
    package let version: String?
    package let build: String?
    /// The number of the registration; nil for a file that was only checked.
    package let registration: Int?
    /// True if the same file was registered already.
    package let unchanged: Bool?
    /// False if the file has errors, or if the build does not decode an entity, property or enum value that its version
    /// should decode according to the schemas, or that a live document for the build uses.
    package let valid: Bool
    package let diagnostics: [Diagnostic]
    package let disagreements: [CapabilityDisagreement]
    /// The live documents that the build gets and cannot decode.
    package let live: [Live]

    /// A live document that the build gets and cannot decode.
    package struct Live: Sendable, Encodable {
        package let feature: String
        package let revision: Int
        package let from: String
        package let until: String?
        package let lacks: [Lack]
    }

    /// An entity, property or enum value that a live document uses and the build does not decode.
    package struct Lack: Sendable, Encodable {
        package let entity: String
        package let member: String
        package let kind: CapabilityName.Kind
        package let pointer: String
        package let message: String
    }

    /// Creates the answer for a file that is only checked.
    package init(
        file: String, _ capabilities: ClientCapabilities?, diagnostics: [Diagnostic],
        disagreements: [CapabilityDisagreement]
    ) {
        self.init(file, capabilities, nil, nil, diagnostics, disagreements, [])
    }

    /// Creates the answer for a registered build.
    package init(_ report: ClientReport, diagnostics: [Diagnostic] = [], unchanged: Bool? = nil, file: String? = nil) {
        self.init(
            file, report.client.capabilities, report.client.registration.number, unchanged, diagnostics,
            report.disagreements, report.refused)
    }

    private init(
        _ file: String?, _ capabilities: ClientCapabilities?, _ registration: Int?, _ unchanged: Bool?,
        _ diagnostics: [Diagnostic], _ disagreements: [CapabilityDisagreement], _ refused: [LiveRefusal]
    ) {
        self.file = file
        (platform, version, build) = (capabilities?.platform, capabilities?.version.text, capabilities?.build)
        (self.registration, self.unchanged) = (registration, unchanged)
        (self.diagnostics, self.disagreements) = (diagnostics, disagreements)
        live = refused.map(Live.init)
        valid =
            !diagnostics.contains { $0.severity == .error } && !disagreements.contains { $0.severity == .error }
            && refused.isEmpty
    }
}

extension ClientAnswer.Live {
    fileprivate init(_ refusal: LiveRefusal) {
        let client = refusal.client.capabilities
        self.init(
            feature: refusal.feature, revision: refusal.revision, from: refusal.interval.from.text,
            until: refusal.interval.until?.text,
            lacks: refusal.lacks.map { lack in
                ClientAnswer.Lack(
                    entity: lack.name.entity, member: lack.name.member, kind: lack.name.kind,
                    pointer: lack.pointer.description,
                    message: lack.sentence(platform: client.platform, client: client.label))
            })
    }
}
