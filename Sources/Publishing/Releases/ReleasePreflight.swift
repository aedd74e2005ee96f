/// Loads the new state of a feature as a read node would, before it is committed.
package struct ReleasePreflight: Sendable {
    /// A function that returns the bytes of an edition by their hexadecimal SHA-256, or nil if there are none.
    package typealias Content = (String) throws -> [UInt8]?

    /// Loads a feature with its contents; throws the reason why a node would not serve the feature.
    let load: @Sendable (FeatureSnapshot, Content) throws -> Void

    package init(load: @escaping @Sendable (FeatureSnapshot, Content) throws -> Void) { self.load = load }
}
