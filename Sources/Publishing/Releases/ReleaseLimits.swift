/// The limits of a release and of its editions.
enum ReleaseLimits {
    /// The maximum size of an edition in bytes. The read API's bundles, which contain whole editions, have the same
    /// limit.
    static let editionSize = 4 << 20
    /// The percentage of `editionSize` above which the size of an edition causes a warning.
    static let warningShare = 70
    /// The number of features that a program may release at once, however few features the installation has.
    static let featuresOfPrograms = 5
    /// The largest part of all features that a program may release at once: one in this many.
    static let partOfPrograms = 10
    /// The largest part of an edition by which its size may change without a warning: one in this many.
    static let partOfSize = 3
}
