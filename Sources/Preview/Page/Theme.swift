/// The appearance of a preview; a token that is a color has a value for each theme.
package enum Theme: String, Sendable, CaseIterable {
    case light, dark
}
