/// What a template shows: stored properties only, because the template engine sees nothing else.
///
/// Each structure on a page is reflected once. One that a page may show a hundred times conforms to `MustacheParent`,
/// which takes a tenth of the time.
protocol Page: Sendable {
    /// The template's name below `Templates/`, without its extension.
    static var template: String { get }
    /// A page with every list filled and every optional present, for tests that render all templates.
    static var sample: Self { get }
    /// What surrounds the page.
    var chrome: Chrome { get }
}
