/// The positions of the cards and arrows of a map. The column of a reachable module's card is the smallest number of
/// connections that lead to the module from the start module.
///
/// Lengths are CSS pixels at text size 1. An arrow to the next column is a curve; every other arrow runs in a lane of
/// its own below all cards, so that no arrow crosses a card.
struct FlowMapLayout {
    static let cardWidth = 212
    /// The distance from a card's top at which arrows arrive.
    static let entry = 24
    /// The distance from a card to the label of an arrow.
    static let lead = 16
    private static let spacing = 34
    private static let lane = 10

    /// A card to be placed.
    struct Card {
        let height: Int
        /// True if no path of connections leads to the card's module from the start; false for the card of an unknown
        /// id.
        let isUnreachable: Bool
    }

    /// An arrow between two cards.
    struct Link {
        let from: Int
        let to: Int
        /// The distance from the top of the card at which the arrow leaves it.
        let port: Int
        /// The width of the arrow's label.
        let label: Int
    }

    struct Box: Equatable {
        var x, y, width, height: Int

        func meets(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }
    }

    struct Point: Equatable {
        var x, y: Int
    }

    /// The path of an arrow.
    struct Route {
        /// The points from the card that the arrow leaves to the card that it reaches.
        let points: [Point]
        /// True if the path from the second point to the last is a curve instead of lines.
        let isCurve: Bool
        let label: Box
    }

    private(set) var boxes: [Box] = []
    private(set) var routes: [Route] = []
    private(set) var width = 0
    private(set) var height = 0
    /// The top of the area with the unreachable cards; nil if there are none.
    private(set) var unreachableTop: Int?
    private var columns: [Int] = []

    init(_ cards: [Card], links: [Link], start: Int?) {
        columns = Self.columns(of: cards.count, links: links, start: start)
        let count = (columns.max() ?? 0) + 1
        // The number of lanes that leave to the right of each column and that arrive on its left.
        var leaving = Array(repeating: 0, count: count), entering = Array(repeating: 0, count: count)
        var labels = Array(repeating: 0, count: count)
        for link in links {
            labels[columns[link.from]] = max(labels[columns[link.from]], link.label)
            guard !isForward(link) else { continue }
            leaving[columns[link.from]] += 1
            entering[columns[link.to]] += 1
        }
        var lefts: [Int] = []
        var x = 24 + entering[0] * Self.lane
        for column in 0..<count {
            lefts.append(x)
            let next = column + 1 < count ? entering[column + 1] : 0
            x += Self.cardWidth + (labels[column] > 0 ? Self.lead + labels[column] : 28)
            x += leaving[column] * Self.lane + (column + 1 < count ? 48 + next * Self.lane : 16)
        }
        width = x
        place(cards, links: links, lefts: lefts)
        let bottom = boxes.map { $0.y + $0.height }.max() ?? 0
        let lanes = links.count { !isForward($0) }
        height = bottom + 20 + (lanes > 0 ? lanes * Self.lane + 8 : 0)
        route(links, labels: labels, bottom: bottom)
    }

    private func isForward(_ link: Link) -> Bool { columns[link.to] == columns[link.from] + 1 }

    /// Returns the column of each card: the smallest number of arrows that lead to it from the start. Each
    /// group of unreachable cards begins in the first column, if possible with a card that has no incoming arrows.
    private static func columns(of count: Int, links: [Link], start: Int?) -> [Int] {
        var columns: [Int?] = Array(repeating: nil, count: count)
        let targets = Set(links.filter { $0.from != $0.to }.map(\.to))
        let roots = (start.map { [$0] } ?? []) + (0..<count).filter { !targets.contains($0) } + Array(0..<count)
        for root in roots where columns[root] == nil {
            columns[root] = 0
            var open = [root], next = 0
            while next < open.count {
                let card = open[next]
                next += 1
                for link in links where link.from == card && columns[link.to] == nil {
                    columns[link.to] = (columns[card] ?? 0) + 1
                    open.append(link.to)
                }
            }
        }
        return columns.map { $0 ?? 0 }
    }

    /// Stacks the cards of each column, each at the height of its incoming arrow if there is room.
    private mutating func place(_ cards: [Card], links: [Link], lefts: [Int]) {
        boxes = Array(repeating: Box(x: 0, y: 0, width: Self.cardWidth, height: 0), count: cards.count)
        var floor = 30
        for isUnreachable in [false, true] {
            let members = cards.indices.filter { cards[$0].isUnreachable == isUnreachable }
            guard !members.isEmpty else { continue }
            if isUnreachable {
                unreachableTop = floor
                floor += 36
            }
            var cursors = Array(repeating: floor, count: lefts.count)
            for column in lefts.indices {
                let preferred = members.filter { columns[$0] == column }.map { card in
                    (card: card, y: preferredTop(card, links: links, floor: floor))
                }
                for (card, top) in preferred.enumerated().sorted(by: {
                    ($0.element.y, $0.offset) < ($1.element.y, $1.offset)
                })
                .map(\.element) {
                    let y = max(cursors[column], top)
                    boxes[card] = Box(x: lefts[column], y: y, width: Self.cardWidth, height: cards[card].height)
                    cursors[column] = y + cards[card].height + Self.spacing
                }
            }
            floor = (cursors.max() ?? floor) + 6
        }
    }

    /// Returns the preferred top of a card, level with the highest arrow from the previous column; `floor` if no arrow
    /// comes from there.
    private func preferredTop(_ card: Int, links: [Link], floor: Int) -> Int {
        links.filter { $0.to == card && isForward($0) && boxes[$0.from].height > 0 }
            .map { boxes[$0.from].y + $0.port - Self.entry }.min() ?? floor
    }

    private mutating func route(_ links: [Link], labels: [Int], bottom: Int) {
        var leaving: [Int: Int] = [:], entering: [Int: Int] = [:]
        var lanes = 0
        for link in links {
            let (from, to) = (boxes[link.from], boxes[link.to])
            let y = from.y + link.port
            let start = Point(x: from.x + from.width, y: y)
            let label = Box(x: start.x + Self.lead, y: y - 11, width: link.label, height: 22)
            let end = Point(x: to.x, y: to.y + Self.entry)
            let open = Point(x: label.x + label.width, y: y)
            guard !isForward(link) else {
                routes.append(Route(points: [start, open, end], isCurve: true, label: label))
                continue
            }
            let out = leaving[columns[link.from], default: 0], into = entering[columns[link.to], default: 0]
            leaving[columns[link.from]] = out + 1
            entering[columns[link.to]] = into + 1
            let right = start.x + Self.lead + labels[columns[link.from]] + (out + 1) * Self.lane
            let left = to.x - 18 - into * Self.lane
            let lane = bottom + 16 + lanes * Self.lane
            lanes += 1
            let corners = [
                Point(x: right, y: y), Point(x: right, y: lane), Point(x: left, y: lane), Point(x: left, y: end.y),
            ]
            routes.append(Route(points: [start, open] + corners + [end], isCurve: false, label: label))
        }
    }
}
