/// `$ref`, `$dynamicRef`, `$recursiveRef`.
final class ReferenceKeywords: Sendable {
    let reference: SchemaID?
    let dynamic: DynamicReference?

    init(reference: SchemaID?, dynamic: DynamicReference?) {
        self.reference = reference
        self.dynamic = dynamic
    }
}

/// A reference whose target depends on how evaluation came here.
struct DynamicReference: Sendable {
    /// `$dynamicRef` or `$recursiveRef`.
    let keyword: String
    /// Where it leads when nothing on the way says otherwise.
    let target: SchemaID
    /// The anchor looked for in the dynamic scope (empty for `$recursiveRef`); nil where the reference is static.
    let anchor: String?
}
