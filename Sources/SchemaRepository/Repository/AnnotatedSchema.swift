import JSONSchema
import JSONText

/// A compiled schema with its annotations, which are read on first use instead of at every value.
final class AnnotatedSchema: Sendable {
    let schema: Schema
    private let rules: DocumentRuleSet
    private let entityIDs: [String: String]
    private let lazyChecks = LazyValue<CheckMarks>()
    private let lazyDemands = LazyValue<DemandMarks>()
    private let lazyEntities = LazyValue<EntityMarks>()
    private let lazyReferences = LazyValue<ReferenceMarks>()
    private let lazyCapabilities = LazyValue<CapabilityMarks>()

    /// Creates the schema with its annotations; `entityIDs` are the identifiers of the entities, by the URIs that their
    /// documents are compiled under.
    init(_ schema: Schema, rules: DocumentRuleSet, entityIDs: [String: String]) {
        self.schema = schema
        self.rules = rules
        self.entityIDs = entityIDs
    }

    /// The subschemas that need checks beyond JSON Schema.
    var checks: CheckMarks { lazyChecks.value { CheckMarks(of: schema, by: rules) } }

    /// The subschemas with version requirements.
    var demands: DemandMarks { lazyDemands.value { DemandMarks(of: schema) } }

    /// The subschemas with `x-refers-to`.
    var references: ReferenceMarks { lazyReferences.value { ReferenceMarks(of: schema) } }

    /// The subschemas that are whole entities.
    var entities: EntityMarks { lazyEntities.value { EntityMarks(of: schema, entityIDs: entityIDs) } }

    /// The subschemas of the entities, properties and enums that builds of apps list.
    var capabilities: CapabilityMarks {
        lazyCapabilities.value { CapabilityMarks(of: schema, entityIDs: entityIDs) }
    }
}
