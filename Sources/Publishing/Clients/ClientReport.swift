package import SchemaRepository

/// A registered build with its disagreements and the live documents that it cannot decode.
package struct ClientReport: Sendable, Hashable {
    package let client: RegisteredClient
    /// The disagreements between the build and the annotations of the current schemas.
    package let disagreements: [CapabilityDisagreement]
    /// The live documents that the build gets and cannot decode, sorted by feature name.
    package let refused: [LiveRefusal]
    /// False if time ran out before all live documents were compared, so that `refused` may lack some.
    package let isComplete: Bool

    /// The number of entities, properties and enum values that the build does not decode, although its version should
    /// according to the schemas.
    package var errors: Int { disagreements.count { $0.severity == .error } }
    /// The number of the other disagreements: the build decodes what its version need not according to the schemas.
    package var notes: Int { disagreements.count - errors }
}

/// The reports on all registered builds.
package struct ClientsReport: Sendable, Hashable {
    /// The reports in the order of the platforms in the console; of each platform, the highest version first.
    package let clients: [ClientReport]
    /// False if time ran out before all live documents were compared.
    package let isComplete: Bool
}

/// A live document of a feature and a registered build that cannot decode it.
package struct LiveRefusal: Sendable, Hashable {
    package let feature: String
    package let revision: Int
    /// The client versions that get the document.
    package let interval: VersionInterval
    package let client: RegisteredClient
    package let lacks: [CapabilityLack]
}
