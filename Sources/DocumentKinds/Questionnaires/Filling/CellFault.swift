/// A rule of a cell that its value breaks.
package enum CellFault: Sendable, Hashable {
    /// What the document itself says of it.
    case told(String)
    /// None of these masks is filled.
    case mask([InputMask])
    case pattern
    /// Numbers of characters.
    case shorter(than: Int)
    case longer(than: Int)
    /// Numbers as the document writes them.
    case less(than: String)
    case greater(than: String)
    case earlier(than: CalendarDay)
    case later(than: CalendarDay)
    case noNumber
    case noDate
    case noOption
    /// Its kind of cell holds no such value.
    case otherKind
}
