/// Draws whole documents that people interact with, such as forms.
///
/// An instance draws one page. The posted fields are part of the options, so no state is stored between requests.
protocol DocumentDrawing {
    /// Returns the content of the screen.
    func markup() -> Markup
}
