public import Mustache

// Without these the engine tries three other protocols for every text and number before it describes it, half of the
// cost of rendering a page.

extension String: @retroactive MustacheCustomRenderable {
    public var renderText: String { self }
    public var isNull: Bool { false }
}

extension Int: @retroactive MustacheCustomRenderable {
    public var renderText: String { description }
    public var isNull: Bool { false }
}
