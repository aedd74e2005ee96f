/// A rule of a cell that its value violates.
package enum CellFault: Sendable, Hashable {
    /// A rule that has a message in the document; the associated value is this message.
    case message(String)
    /// The value does not fit any of these masks.
    case mask([InputMask])
    case pattern
    /// Matching the value with a pattern takes too long, so it is unknown whether it fits.
    case costlyPattern
    /// The length is outside a limit, which is in characters (Unicode scalars).
    case shorter(than: Int)
    case longer(than: Int)
    /// The number is outside a limit, which is as written in the document.
    case less(than: String)
    case greater(than: String)
    case earlier(than: CalendarDay)
    case later(than: CalendarDay)
    case notANumber
    case notADate
    /// The value is not one of the cell's options.
    case notAnOption
    /// A cell of this kind cannot have a value of this JSON type.
    case wrongType
}
