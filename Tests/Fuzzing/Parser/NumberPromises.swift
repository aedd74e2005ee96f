internal import FuzzingSupport
internal import JSONText

/// The properties that hold for every exact number.
struct NumberPromises {
    let number: JSONNumber

    init(_ number: JSONNumber) {
        self.number = number
    }

    /// Ends the process at the first property that does not hold.
    func check() {
        let text = number.text
        guard let canonical = JSONNumber(number.canonicalText) else {
            promise(false, "the canonical text \(number.canonicalText) of \(text) is not a number")
            return
        }
        promise(
            canonical == number && canonical.hashValue == number.hashValue,
            "\(text): the canonical text changes the value")
        promise(
            canonical.canonicalText == number.canonicalText,
            "\(text): the canonical text has another canonical text")
        promise(
            canonical.isInteger == number.isInteger,
            "\(text): isInteger differs between this text and its canonical text")
        promise(
            number.isMultiple(of: number) == (number != JSONNumber(0)),
            "\(text): isMultiple(of:) is wrong for itself")
        promise(
            number.isMultiple(of: JSONNumber(1)) == number.isInteger,
            "\(text): isMultiple(of:) is wrong for 1")
        if let integer = number.int { promise(JSONNumber(integer) == number, "\(text): the integer has another value") }
        for other in [JSONNumber(0), JSONNumber(1), JSONNumber(-7), JSONNumber(Int.max)] {
            let relations = [number < other, other < number, number == other].count { $0 }
            promise(relations == 1, "\(text): not exactly one of less than, equal to and greater than \(other.text)")
        }
        guard let double = number.double, let nearest = Double(text) else { return }
        promise(double == nearest, "\(text): \(double) is not the nearest double")
    }
}
