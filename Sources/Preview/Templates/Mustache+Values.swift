public import Mustache

// Without these, the engine tries three other protocols for every text and number that it places, and describes it in
// the end: half of what rendering a page costs.

extension String: @retroactive MustacheCustomRenderable {
    public var renderText: String { self }
    public var isNull: Bool { false }
}

extension Int: @retroactive MustacheCustomRenderable {
    public var renderText: String { description }
    public var isNull: Bool { false }
}
