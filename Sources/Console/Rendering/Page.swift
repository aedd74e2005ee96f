/// The data of a template in stored properties, the only ones that the template engine sees.
///
/// Each structure is reflected once. A structure that appears a hundred times on a page should conform to
/// `MustacheParent`, which takes a tenth of the time.
protocol Page: Sendable {
    /// The template's name inside `Templates/`, without its extension.
    static var template: String { get }
    /// A page with every list filled and every optional set, for tests that render all templates.
    static var sample: Self { get }
    /// The frame of the page.
    var chrome: Chrome { get }
}
