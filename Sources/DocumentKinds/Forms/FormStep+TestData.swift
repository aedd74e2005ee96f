import JSONSchema
package import JSONText

extension FormStep {
    /// Returns valid data of the step, usually a JSON object by property name, or the reason why there are none.
    ///
    /// The same step gets the same data with the same options, if the time suffices. `document` is the document that
    /// contains the step. A step whose JSON Schema does not compile has no data.
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
