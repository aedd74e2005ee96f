/// Draws whole documents that people interact with, such as forms.
///
/// A drawing is a value made for one page. The post is part of the options, so no state is kept between requests.
protocol DocumentDrawing {
    /// Returns the content of the screen.
    func markup() -> Markup
}
