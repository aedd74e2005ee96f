/// The limits of a release and of its editions.
enum ReleaseLimits {
    /// The maximum size of an edition in bytes. The read API's bundles, which contain whole editions, have the same
    /// limit.
    static let editionSize = 4 << 20
    /// The percentage of `editionSize` above which the size of an edition causes a warning.
    static let warningShare = 70
    /// The number of features that a program (the owner of an API token) may always release at once, however few
    /// features the installation has.
    static let featuresOfPrograms = 5
    /// The denominator of the fraction of all features that a program may release at once: a tenth.
    static let partOfPrograms = 10
    /// The denominator of the fraction by which the size of an edition may change without a warning: a third.
    static let partOfSize = 3
}
