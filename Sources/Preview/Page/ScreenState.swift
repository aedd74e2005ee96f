/// The state in which a screen that loads its content is drawn.
package enum ScreenState: String, Sendable, CaseIterable {
    case normal, loading, empty, error
}
