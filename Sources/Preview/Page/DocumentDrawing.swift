/// Draws whole documents that people interact with, such as forms.
///
/// A drawing is made for one page. The posted fields are part of the options, so no state is kept between requests.
protocol DocumentDrawing {
    /// Returns the content of the screen.
    func markup() -> Markup
}
