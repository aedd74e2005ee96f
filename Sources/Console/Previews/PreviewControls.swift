/// The choices beside a preview: as which client, on what, how.
struct PreviewControls: Sendable {
    var devices: [Choice]
    var platforms: [Choice]
    var clientVersion: String
    var directions: [Choice]
    var themes: [Choice]
    var hasSteps: Bool
    var steps: [Choice]

    static let sample = PreviewControls(
        devices: Choice.sample, platforms: Choice.sample, clientVersion: "5.3.1", directions: Choice.sample,
        themes: Choice.sample, hasSteps: true, steps: Choice.sample)
}
