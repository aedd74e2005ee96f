/// The party that draws the phone around a document's screen.
package enum PhoneDrawer: Sendable {
    /// The viewer of the page, which is only the screen.
    case viewer
    /// The page, if it has room, with tools beside the phone.
    case page
    /// The document itself, with other things.
    case document
}
