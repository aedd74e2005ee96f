/// The side that draws the phone around the screen of a document.
package enum PhoneDrawer: Sendable {
    /// The viewer of the page, which is all screen.
    case viewer
    /// The page, wherever it has room, with tools beside the phone.
    case page
    /// The document itself, among other things.
    case document
}
