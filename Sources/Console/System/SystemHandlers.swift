import MicroHTTP
import Publishing

/// The page of the read and service processes (nodes), which serve releases to clients.
struct SystemHandlers: Sendable {
    let stores: Stores
    let pages: PageRenderer

    /// Shows each node with its release, and says if the node serves the stored state of that release.
    @Sendable func show(_ request: SignedInRequest) throws -> Response {
        let nodes = try stores.nodes.all()
        let newest = try stores.releases.newest()
        return try pages.render(
            SystemPage(
                chrome: request.chrome(Texts["system.title"], .releases),
                newest: newest > 0 ? Texts["system.newest", ["release": newest]] : Texts["releases.no-releases-yet"],
                hasNodes: !nodes.isEmpty,
                hasDrift: nodes.contains { $0.standing == .drifted },
                nodes: nodes.map { node in
                    SystemPage.Row(
                        name: node.name, release: node.release, lag: Texts["system.behind", ["count": node.lag]],
                        state: Self.word(node.standing), kind: Self.badge(node.standing),
                        when: request.clock.when(node.reportedAt))
                }))
    }

    private static func word(_ status: ReadNode.Status) -> String {
        switch status {
        case .same: Texts["system.same"]
        case .drifted: Texts["system.drifted"]
        case .unknown: Texts["system.unknown"]
        case .silent: Texts["system.silent"]
        }
    }

    private static func badge(_ status: ReadNode.Status) -> String {
        switch status {
        case .same: "ok"
        case .drifted: "bad"
        case .unknown: ""
        case .silent: "warn"
        }
    }
}

/// The page of the nodes.
struct SystemPage: Page {
    static let template = "system/show"
    var chrome: Chrome
    /// A sentence about the newest release.
    var newest: String
    var hasNodes: Bool
    var hasDrift: Bool
    var nodes: [Row]

    /// A process that serves releases to clients.
    struct Row: Sendable {
        var name: String
        var release: Int
        /// The number of newer releases, in words.
        var lag: String
        var state: String
        var kind: String
        var when: TimeLabel
    }

    static let sample = SystemPage(
        chrome: .sample, newest: "Release 4 is the newest.", hasNodes: true, hasDrift: true,
        nodes: [
            Row(
                name: "host read :8081", release: 4, lag: "0 releases behind", state: "Matches its release",
                kind: "ok", when: .sample)
        ])
}
