/// The appearance a preview is drawn in; tokens have a value for each.
package enum Theme: String, Sendable, CaseIterable {
    case light, dark
}
