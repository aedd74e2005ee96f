import Publishing

extension RolloutStore {
    /// Publishes the steps that are due and returns the rollouts that changed.
    func advance() throws -> [Rollout] {
        var changed: [Rollout] = []
        try advance { changed.append($0) }
        return changed
    }
}
