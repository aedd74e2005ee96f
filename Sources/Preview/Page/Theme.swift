/// The appearance of a preview; tokens have a value for each.
package enum Theme: String, Sendable, CaseIterable {
    case light, dark
}
