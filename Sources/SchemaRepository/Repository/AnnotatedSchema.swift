import JSONSchema
import JSONText

/// A compiled schema with its annotations, which are read on first use instead of at every value.
final class AnnotatedSchema: Sendable {
    let schema: Schema
    private let rules: DocumentRuleSet
    private let madeChecks = LazyValue<CheckMarks>()
    private let madeDemands = LazyValue<DemandMarks>()
    private let madeEntities = LazyValue<EntityMarks>()
    private let madeReferences = LazyValue<ReferenceMarks>()
    private let madeCapabilities = LazyValue<CapabilityMarks>()

    init(_ schema: Schema, rules: DocumentRuleSet) {
        self.schema = schema
        self.rules = rules
    }

    /// The subschemas that need checks beyond JSON Schema.
    var checks: CheckMarks { madeChecks.value { CheckMarks(of: schema, by: rules) } }

    /// The subschemas with version requirements.
    var demands: DemandMarks { madeDemands.value { DemandMarks(of: schema) } }

    /// The subschemas with `x-refers-to`.
    var references: ReferenceMarks { madeReferences.value { ReferenceMarks(of: schema) } }

    /// The subschemas that are whole schema resources, such as entities.
    var entities: EntityMarks { madeEntities.value { EntityMarks(of: schema) } }

    /// Returns the subschemas of the parts that builds of apps list. `entities` maps the URI of each schema resource to
    /// the identifier of its entity; it must be the same at every call, because the result is stored.
    func capabilities(of entities: [String: String]) -> CapabilityMarks {
        madeCapabilities.value { CapabilityMarks(of: schema, entities: entities) }
    }
}
