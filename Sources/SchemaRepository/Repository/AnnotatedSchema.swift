import JSONSchema
import JSONText

/// A compiled schema with its annotations, which are read on first use instead of at every value.
final class AnnotatedSchema: Sendable {
    let schema: Schema
    private let rules: DocumentRuleSet
    private let lazyChecks = LazyValue<CheckMarks>()
    private let lazyDemands = LazyValue<DemandMarks>()
    private let lazyEntities = LazyValue<EntityMarks>()
    private let lazyReferences = LazyValue<ReferenceMarks>()
    private let lazyCapabilities = LazyValue<CapabilityMarks>()

    init(_ schema: Schema, rules: DocumentRuleSet) {
        self.schema = schema
        self.rules = rules
    }

    /// The subschemas that need checks beyond JSON Schema.
    var checks: CheckMarks { lazyChecks.value { CheckMarks(of: schema, by: rules) } }

    /// The subschemas with version requirements.
    var demands: DemandMarks { lazyDemands.value { DemandMarks(of: schema) } }

    /// The subschemas with `x-refers-to`.
    var references: ReferenceMarks { lazyReferences.value { ReferenceMarks(of: schema) } }

    /// The subschemas that are whole schema resources, such as entities.
    var entities: EntityMarks { lazyEntities.value { EntityMarks(of: schema) } }

    /// Returns the subschemas of the parts that builds of apps list. `entities` maps the URI of each schema resource to
    /// the identifier of its entity; it must be the same at every call, because the result is stored.
    func capabilities(of entities: [String: String]) -> CapabilityMarks {
        lazyCapabilities.value { CapabilityMarks(of: schema, entities: entities) }
    }
}
