import JSONText

/// The keywords `$ref`, `$dynamicRef` and `$recursiveRef`.
final class ReferenceKeywords: Sendable {
    let reference: SchemaID?
    let dynamic: DynamicReference?

    init(reference: SchemaID?, dynamic: DynamicReference?) {
        self.reference = reference
        self.dynamic = dynamic
    }
}

/// A reference whose target depends on the dynamic scope.
struct DynamicReference: Sendable {
    /// `$dynamicRef` or `$recursiveRef`.
    let keyword: String
    /// The target if the dynamic scope has no such anchor.
    let target: SchemaID
    /// The anchor to look for in the dynamic scope (empty for `$recursiveRef`); nil if the reference is static.
    let anchor: JSONName?
}
