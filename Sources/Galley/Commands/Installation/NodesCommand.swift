import ArgumentParser
import Foundation
import JSONText
import Publishing

/// The command that lists the nodes that serve releases.
struct NodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "List the nodes with the release that each serves.",
        discussion: "Exits with status 1 if a node does not serve what its release contains.")

    @OptionGroup var installation: InstallationOptions
    @OptionGroup var format: FormatOption

    func run() throws {
        let stores = try installation.open()
        let nodes = try stores.nodes.all()
        let lines = nodes.map { node in
            "\(node.name): release \(node.release), \(counted: node.lag, "release") behind, "
                + "\(Self.words(node.standing)), last report \(node.reportedAt.formatted(.iso8601))"
        }
        try format.done(
            NodeListAnswer(nodes, release: stores.releases.newest()), lines: lines,
            orNone: "No node has reported yet.")
        if nodes.contains(where: { $0.standing == .drifted }) { throw ExitCode.refused }
    }

    private static func words(_ status: ReadNode.Status) -> String {
        switch status {
        case .same: "matches its release"
        case .drifted: "differs from its release"
        case .unknown: "not comparable"
        case .silent: "not reporting"
        }
    }
}
