/// Draws whole documents of one kind, which people use rather than only look at: forms and their like.
///
/// The drawing is a value made for one page: what was posted is in the options, so that nothing is kept in between.
protocol DocumentDrawing {
    /// What stands on the screen.
    func markup() -> Markup
}
