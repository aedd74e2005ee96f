/// Who draws the phone around the screen of a document.
package enum PhoneDrawer: Sendable {
    /// Whoever shows the page, which is all screen.
    case viewer
    /// The page, wherever it has room, with tools beside the phone.
    case page
    /// The document itself, among other things.
    case document
}
