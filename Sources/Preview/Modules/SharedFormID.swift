/// The HTML id in the `form` attribute of the buttons outside a screen's form. The first form drawn on the screen takes
/// it; further forms have ids of their own.
final class SharedFormID {
    let identifier: String
    private(set) var isTaken = false

    init(_ identifier: String) { self.identifier = identifier }

    /// Returns the id for a form to be drawn; nil if another form has it.
    func take() -> String? {
        guard !isTaken else { return nil }
        isTaken = true
        return identifier
    }
}
