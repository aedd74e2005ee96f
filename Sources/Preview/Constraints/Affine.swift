/// A coordinate or length in a constraint layout, in CSS pixels, as an affine function of the size of the wrapper (the
/// box of the whole layout) on the same axis: `fixed + share · size`.
struct Affine {
    let fixed: Double
    let share: Double

    init(_ fixed: Double, share: Double = 0) {
        self.fixed = fixed
        self.share = share
    }

    func at(_ size: Double) -> Double { fixed + share * size }

    static func + (left: Affine, right: Affine) -> Affine {
        Affine(left.fixed + right.fixed, share: left.share + right.share)
    }

    static func - (left: Affine, right: Affine) -> Affine {
        Affine(left.fixed - right.fixed, share: left.share - right.share)
    }

    static func * (left: Affine, factor: Double) -> Affine { Affine(left.fixed * factor, share: left.share * factor) }
}
