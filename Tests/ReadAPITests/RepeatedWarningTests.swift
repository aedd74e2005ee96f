import ReadAPI
import Testing

@Suite("Warnings that repeat") struct RepeatedWarningTests {
    @Test func `a warning is logged once within the pause, independently of others`() {
        let warnings = RepeatedWarnings(pause: .seconds(60))
        let start = ContinuousClock.now
        #expect(warnings.isDue("disk full", now: start))
        #expect(!warnings.isDue("disk full", now: start + .seconds(1)))
        #expect(warnings.isDue("database away", now: start + .seconds(2)))
        #expect(!warnings.isDue("disk full", now: start + .seconds(60)))
        #expect(warnings.isDue("disk full", now: start + .seconds(61)))
        #expect(!warnings.isDue("database away", now: start + .seconds(61)))
    }
}
