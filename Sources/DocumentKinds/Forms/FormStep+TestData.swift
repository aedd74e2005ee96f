import JSONSchema
package import JSONText

extension FormStep {
    /// Returns valid data of the step, as a JSON object by property name, or the reason why there are none.
    ///
    /// The same step always gets the same data. `document` is the one that contains the step. A step whose JSON Schema
    /// does not compile has no data.
    package func testData(
        in document: JSONDocument, options: SampleOptions = SampleOptions(), within work: WorkBudget? = nil
    ) -> SampleOutcome {
        switch EmbeddedSchema.compile(jsonSchema, in: document, within: work) {
        case .success(let schema): SampleGenerator(schema: schema, options: options).outcome()
        case .failure:
            .refused(
                SampleRefusal(reason: .value, pointer: JSONPointer(), schema: "#\(jsonSchema.pointer)"))
        }
    }
}
