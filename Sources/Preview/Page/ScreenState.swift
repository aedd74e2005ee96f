/// In which of its states a screen that loads what it shows is drawn.
package enum ScreenState: String, Sendable, CaseIterable {
    case normal, loading, empty, error
}
