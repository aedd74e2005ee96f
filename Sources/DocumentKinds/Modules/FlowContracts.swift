package import JSONText
import SchemaRepository

/// Checks whether a flow's connections agree with modules that are documents of their own.
package enum FlowContracts {
    /// Returns the names of the features whose documents define modules of a flow; none for a document without
    /// `connections`.
    package static func modules(namedBy flow: JSONDocument) -> Set<String> {
        guard flow.root["connections"] != nil else { return [] }
        return Set(
            flow.root["modules"]?.elements.compactMap { $0["content"] == nil ? $0["module"]?.string : nil } ?? [])
    }

    /// Returns groups of one or two feature names: those whose documents define the two modules of a connection.
    /// Connections with the same names share a group; a connection whose modules the flow itself defines has none.
    /// Apart from the flow, the faults of a connection depend only on the documents of its group.
    package static func modulesOfConnections(of flow: JSONDocument) -> [[String]] {
        var names: [JSONName: String] = [:]
        for module in flow.root["modules"].map({ Array($0.elements) }) ?? [] where module["content"] == nil {
            guard let id = module["id"]?.string, let name = module["module"]?.string else { continue }
            if names[JSONName(id)] == nil { names[JSONName(id)] = name }
        }
        var groups: [[String]] = []
        for connection in flow.root["connections"].map({ Array($0.elements) }) ?? [] {
            let ends = ["from", "to"].compactMap { connection[$0]?.string.flatMap { names[JSONName($0)] } }
            let group = Set(ends).sorted()
            if !group.isEmpty, !groups.contains(group) { groups.append(group) }
        }
        return groups
    }

    /// Returns the faults of a flow's connections that appear only when the named modules are known, for example an
    /// event that a module does not send or data that it does not accept. `modules` are the documents by feature
    /// name; modules without a document are not examined.
    package static func diagnostics(
        of flow: JSONDocument, with modules: [String: JSONDocument], work: WorkBudget
    ) -> [Diagnostic] {
        let alone = Set(faults(of: flow, with: [:], work: work))
        return faults(of: flow, with: modules, work: work).filter { !alone.contains($0) }
    }

    private static func faults(
        of flow: JSONDocument, with definitions: [String: JSONDocument], work: WorkBudget
    ) -> [Diagnostic] {
        let modules = (flow.root["modules"].map { Array($0.elements) } ?? []).filter { $0.kind == .object }.map {
            WiredModule(
                $0, in: flow, besides: SchemaFaults([]), definedIn: $0["module"]?.string.flatMap { definitions[$0] },
                work: work)
        }
        let connections = (flow.root["connections"].map { Array($0.elements) } ?? []).filter { $0.kind == .object }
        let wiring = FlowWiring(modules: modules, connections: connections, document: flow)
        return connections.flatMap { wiring.naming(of: $0) + wiring.mapping(of: $0) }
    }
}
