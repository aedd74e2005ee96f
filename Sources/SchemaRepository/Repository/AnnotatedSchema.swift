import JSONSchema
import JSONText

/// A compiled schema with its annotations, which are read on first use instead of at every value.
final class AnnotatedSchema: Sendable {
    let schema: Schema
    private let rules: DocumentRuleSet
    private let madeChecks = MadeOnce<CheckMarks>()
    private let madeDemands = MadeOnce<DemandMarks>()
    private let madeEntities = MadeOnce<EntityMarks>()
    private let madeReferences = MadeOnce<ReferenceMarks>()
    private let madeCapabilities = MadeOnce<CapabilityMarks>()

    init(_ schema: Schema, rules: DocumentRuleSet) {
        self.schema = schema
        self.rules = rules
    }

    /// The subschemas that checks look for.
    var checks: CheckMarks { madeChecks.value { CheckMarks(of: schema, by: rules) } }

    /// The subschemas with version requirements.
    var demands: DemandMarks { madeDemands.value { DemandMarks(of: schema) } }

    /// The subschemas whose texts are references.
    var references: ReferenceMarks { madeReferences.value { ReferenceMarks(of: schema) } }

    /// The subschemas that are entities.
    var entities: EntityMarks { madeEntities.value { EntityMarks(of: schema) } }

    /// The parts that builds of apps list; `entities` are the identifiers of the entities by the URIs of their resources,
    /// the same at every call.
    func capabilities(of entities: [String: String]) -> CapabilityMarks {
        madeCapabilities.value { CapabilityMarks(of: schema, entities: entities) }
    }
}
