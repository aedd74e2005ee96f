/// A rule of a cell that its value violates.
package enum CellFault: Sendable, Hashable {
    /// A rule with a message in the document.
    case told(String)
    /// None of these masks is filled.
    case mask([InputMask])
    case pattern
    /// The limits of the length in characters.
    case shorter(than: Int)
    case longer(than: Int)
    /// The limits of a number as written in the document.
    case less(than: String)
    case greater(than: String)
    case earlier(than: CalendarDay)
    case later(than: CalendarDay)
    case noNumber
    case noDate
    case noOption
    /// The value does not fit this kind of cell.
    case otherKind
}
