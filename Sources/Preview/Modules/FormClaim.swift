/// The id of the form that the buttons around a screen post. The first form drawn on the screen takes it; further forms
/// have ids of their own.
final class FormClaim {
    let identifier: String
    private(set) var isTaken = false

    init(_ identifier: String) { self.identifier = identifier }

    /// Returns the id for a form that is drawn now; nil if another form has it.
    func take() -> String? {
        guard !isTaken else { return nil }
        isTaken = true
        return identifier
    }
}
