import Testing

@testable import Console

/// A trait that sets the English texts as the current ones, as a request does, for tests of code outside requests.
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
