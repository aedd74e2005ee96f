import ArgumentParser
import Publishing

extension FeaturesCommand {
    /// Sets the times for which caches may keep the answers for a feature.
    struct CacheTimes: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Set for how many seconds caches may keep a feature's answers.",
            discussion: """
                A time whose option is missing stays as it is; with --usual, it becomes the default. If the feature \
                was published, new times make a release.
                """)

        @OptionGroup var installation: InstallationOptions
        @OptionGroup var format: FormatOption
        @Argument(help: "The feature.") var name: String
        @Option(
            help:
                "The seconds for which a cache serves an answer without asking Galley, 0 to \(CacheTime.longest.fresh)."
        ) var fresh: Int?
        @Option(
            help: """
                The further seconds for which a cache may serve the old answer while fetching a new one, 0 to \
                \(CacheTime.longest.staleWhileRevalidate).
                """)
        var staleWhileRevalidate: Int?
        @Option(
            help: """
                The further seconds for which a cache may serve the old answer if it cannot reach Galley, 0 to \
                \(CacheTime.longest.staleIfError).
                """)
        var staleIfError: Int?
        @Flag(help: "Start from the default times instead of the present ones.") var usual = false

        func run() throws {
            let stores = try installation.open()
            let outcome = try stores.releases.changeCacheTimes(of: name, by: .operator) { present in
                let base = usual ? CacheTime.usual : present
                return CacheTime(
                    fresh: fresh ?? base.fresh,
                    staleWhileRevalidate: staleWhileRevalidate ?? base.staleWhileRevalidate,
                    staleIfError: staleIfError ?? base.staleIfError)
            }
            switch outcome {
            case .changed(let feature, _), .unchanged(let feature):
                guard let summary = try stores.features.summary(of: feature.name) else { return }
                try format.done(FeatureAnswer(summary), text: "\(feature.name)  \(summary.cacheTime.edition)")
            case .noSuchFeature: try format.refuse("there is no feature \(name)")
            case .outOfRange:
                let longest = CacheTime.longest
                try format.refuse(
                    """
                    --fresh is 0 to \(longest.fresh) seconds, --stale-while-revalidate 0 to \
                    \(longest.staleWhileRevalidate), --stale-if-error 0 to \(longest.staleIfError)
                    """)
            case .refused(let problems):
                try format.refuse("refused; nothing was changed", problems: problems, text: problems.map(\.message))
            }
        }
    }
}
