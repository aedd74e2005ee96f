/// The data of a page. The template engine sees only stored properties.
///
/// The engine reads the properties of each structure by reflection. A structure that appears a hundred times on a page
/// should conform to `MustacheParent`, which takes a tenth of the time.
protocol Page: Sendable {
    /// The template's name inside `Templates/`, without its extension.
    static var template: String { get }
    /// A page with every list filled and every optional set, for tests that render all templates.
    static var sample: Self { get }
    /// The parts around the page's content.
    var chrome: Chrome { get }
}
