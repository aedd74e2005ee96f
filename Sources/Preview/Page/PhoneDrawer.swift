/// The page or drawing that adds the phone around a document's screen.
package enum PhoneDrawer: Sendable {
    /// The page in which the preview is embedded; the preview draws only the screen.
    case viewer
    /// The preview page, if there is room, with controls beside the phone.
    case page
    /// The drawing of the document, which has other parts around the phone.
    case document
}
