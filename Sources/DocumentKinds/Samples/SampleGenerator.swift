package import JSONSchema
import JSONText

/// Generates valid values of a schema. The same schema gets the same values with the same options, if the time
/// suffices.
///
/// Values in the schema itself are preferred: `x-test`, then examples, `default`, `const` and `enum`. Other values are
/// generated from the keywords. Every sample is validated before it is returned.
package struct SampleGenerator: Sendable {
    private let root: SchemaNode
    private let options: SampleOptions

    /// Creates a generator for a whole schema.
    package init(schema: Schema, options: SampleOptions = SampleOptions()) {
        self.init(node: schema.root, options: options)
    }

    /// Creates a generator for one subschema.
    package init(node: SchemaNode, options: SampleOptions = SampleOptions()) {
        root = node
        self.options = options
    }

    /// Returns a sample as minified JSON; nil if none was found (`outcome()` returns the reason).
    package func sample() -> [UInt8]? { outcome().bytes }

    /// Returns a sample, or the reason why there is none.
    ///
    /// If no sample with optional members is found, the sample has only the required ones.
    package func outcome() -> SampleOutcome {
        let clock = WorkClock()
        var generous = options
        // Keeps a third of the time for a second search, for a sample with only the required members.
        if options.coverage == .everything { generous.maximumDuration = options.maximumDuration * 2 / 3 }
        var search = SampleSearch(options: generous)
        if let value = search.values(of: [root], at: SamplePlace(), count: 1).first { return .sample(value.bytes) }
        guard options.coverage == .everything else { return .refused(search.refusal(for: root)) }
        var plain = options
        plain.coverage = .required
        plain.maximumDuration = options.maximumDuration - clock.elapsed
        return SampleGenerator(node: root, options: plain).outcome()
    }
}
