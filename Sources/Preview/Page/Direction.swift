/// Which way the page is laid out; `auto` follows the document's own texts.
package enum Direction: String, Sendable, CaseIterable {
    case auto, ltr, rtl
}
