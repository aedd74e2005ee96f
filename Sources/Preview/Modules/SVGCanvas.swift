/// Writes the parts of an SVG picture, mirrored for right-to-left text.
struct SVGCanvas {
    /// The size of the picture, in pixels at text size 1.
    let width: Int
    let height: Int
    let isMirrored: Bool

    private func x(_ x: Int) -> Int { isMirrored ? width - x : x }

    /// Returns the picture; it scales with the text size.
    func svg(_ html: String, title: String, description: String) -> String {
        let size = [width, height].map { StyleSheet.number(Double($0) / 16) + "rem" }
        return """
            <svg class="map" viewBox="0 0 \(width) \(height)" width="\(size[0])" height="\(size[1])" role="img" \
            aria-label="\(Markup.escape(title))" focusable="false"><desc>\(Markup.escape(description))</desc>\(html)</svg>
            """
    }

    func rect(_ box: FlowMapLayout.Box, radius: Int, classes: String) -> String {
        let left = isMirrored ? width - box.x - box.width : box.x
        return """
            <rect class="\(classes)" x="\(left)" y="\(box.y)" width="\(box.width)" height="\(box.height)" rx="\(radius)"/>
            """
    }

    func circle(x: Int, y: Int, radius: Int, classes: String) -> String {
        "<circle class=\"\(classes)\" cx=\"\(self.x(x))\" cy=\"\(y)\" r=\"\(radius)\"/>"
    }

    /// Returns a line through points.
    func path(_ points: [(x: Int, y: Int)], classes: String, isClosed: Bool = false) -> String {
        let line = points.map { "\(x($0.x)) \($0.y)" }.joined(separator: "L")
        return "<path class=\"\(classes)\" d=\"M\(line)\(isClosed ? "z" : "")\"/>"
    }

    /// Returns a line from the first point to the second, and a curve on to the third.
    func curve(_ points: [FlowMapLayout.Point]) -> String {
        guard points.count == 3 else { return "" }
        let (start, open, end) = (points[0], points[1], points[2])
        let pull = max(18, (end.x - open.x) / 2)
        return "<path class=\"way\" d=\"M\(x(start.x)) \(start.y)L\(x(open.x)) \(open.y)"
            + "C\(x(open.x + pull)) \(open.y) \(x(end.x - pull)) \(end.y) \(x(end.x - 3)) \(end.y)\"/>"
    }

    /// Returns a line through points with rounded corners.
    func corners(_ points: [FlowMapLayout.Point]) -> String {
        guard let first = points.first, let last = points.last, points.count > 2 else { return "" }
        var path = "M\(x(first.x)) \(first.y)"
        for place in 1..<(points.count - 1) {
            let (before, corner, after) = (points[place - 1], points[place], points[place + 1])
            let near = Self.step(from: corner, to: before), far = Self.step(from: corner, to: after)
            path += "L\(x(near.x)) \(near.y)Q\(x(corner.x)) \(corner.y) \(x(far.x)) \(far.y)"
        }
        return "<path class=\"way\" d=\"\(path)L\(x(last.x - 3)) \(last.y)\"/>"
    }

    /// Returns a point up to six pixels from a corner towards a neighbor on the same line.
    private static func step(from corner: FlowMapLayout.Point, to other: FlowMapLayout.Point) -> FlowMapLayout.Point {
        func step(_ distance: Int) -> Int { distance.signum() * min(6, abs(distance) / 2) }
        return FlowMapLayout.Point(x: corner.x + step(other.x - corner.x), y: corner.y + step(other.y - corner.y))
    }

    /// Returns a line of text that starts at a point; the text is cut if it is wider than `limit` pixels.
    func text(
        _ text: String, x: Int, y: Int, classes: String, limit: Double?, size: Double = 11, isMono: Bool = false
    ) -> String {
        let shown = limit.map { SVGText.fitted(text, width: $0, size: size, isMono: isMono) } ?? text
        return """
            <text class="\(classes)" x="\(self.x(x))" y="\(y)" text-anchor="\(isMirrored ? "end" : "start")">\
            \(Markup.escape(shown))</text>
            """
    }

    /// Returns an icon from a 24 × 24 grid.
    func icon(_ shape: Markup, x: Int, y: Int, size: Int) -> String {
        let left = isMirrored ? width - x - size : x
        let scale = StyleSheet.number(Double(size) / 24)
        let flip = isMirrored ? " translate(24 0) scale(-1 1)" : ""
        return "<g class=\"icon\" transform=\"translate(\(left) \(y)) scale(\(scale))\(flip)\">\(shape.html)</g>"
    }
}
