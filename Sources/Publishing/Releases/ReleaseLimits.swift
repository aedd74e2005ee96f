/// The limits of a release, which are those of the clients and nodes that get it.
enum ReleaseLimits {
    /// The largest edition in bytes; a bundle, which contains whole editions, is not larger either.
    static let editionSize = 4 << 20
    /// The share of the largest size from which an edition is warned about, in percent.
    static let warningShare = 70
    /// The number of features that a program may release at once in an installation of any size.
    static let featuresOfPrograms = 5
    /// The part of all features that a release by a program may reach: one in this many.
    static let partOfPrograms = 10
    /// The part of a document by which its size may change without a warning: one in this many.
    static let partOfSize = 3
}
