package import Foundation

/// A reusable list of steps in which a new revision reaches more and more clients.
package struct RolloutPlan: Sendable, Hashable {
    /// The name of the default plan, which is proposed when clients would get another revision.
    package static let usual = "default"
    /// The maximum number of steps.
    package static let maximumSteps = 20
    /// The maximum length of a name in Unicode scalars.
    package static let maximumName = 100

    package let name: String
    package let steps: [RolloutStep]
    package let author: String
    package let createdAt: Date

    package init(name: String, steps: [RolloutStep], author: String, createdAt: Date) {
        self.name = name
        self.steps = steps
        self.author = author
        self.createdAt = createdAt
    }

    /// Returns the faults of a plan as sentences; none if it is valid. Each step must have a larger share than the one
    /// before, and the last must be for all clients.
    package static func faults(of steps: [RolloutStep], name: String) -> [String] {
        var faults: [String] = []
        if name.isEmpty || name.unicodeScalars.count > maximumName || name.contains(where: \.isNewline) {
            faults.append("A plan's name has 1 to \(maximumName) characters, on one line.")
        }
        if steps.isEmpty || steps.count > maximumSteps { faults.append("A plan has 1 to \(maximumSteps) steps.") }
        let arePossible = steps.allSatisfy(\.percent.isPossible)
        // Impossible shares are reported as such, so they are not compared.
        if arePossible, zip(steps, steps.dropFirst()).contains(where: { $0.percent.tenths >= $1.percent.tenths }) {
            faults.append("Each step must have a larger share than the one before.")
        }
        if steps.last?.percent.isEveryone != true { faults.append("The last step must be 100 %.") }
        if !arePossible { faults.append("A share must be a multiple of 0.1 % from 0 to 100 %.") }
        if steps.contains(where: { !(0...RolloutStep.maximumBake).contains($0.bakeMinutes) }) {
            faults.append("A step lasts 0 to \(RolloutStep.maximumBake) minutes.")
        }
        if steps.contains(where: { $0.failures.map { !(1...RolloutStep.maximumFailures).contains($0) } ?? false }) {
            faults.append("A threshold is 1 to \(RolloutStep.maximumFailures) reported failures.")
        }
        return faults
    }
}
