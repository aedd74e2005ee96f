import Testing

@testable import Console

/// Runs tests of parts with the English texts in force, as a request does.
struct EnglishTexts: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Texts.$current.withValue(Self.texts.get()) { try await function() }
    }

    private static let texts = Result { try TextFiles(folder: TemplateTests.directory + "/texts").english }
}

extension Trait where Self == EnglishTexts {
    static var englishTexts: Self { Self() }
}
