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
            promise(false, "\(number.canonicalText), written for \(text), is no number")
            return
        }
        promise(canonical == number && canonical.hashValue == number.hashValue, "\(text): another canonical number")
        promise(canonical.canonicalText == number.canonicalText, "\(text): two canonical texts")
        promise(canonical.isInteger == number.isInteger, "\(text): an integer in one form only")
        promise(number.isMultiple(of: number) == (number != JSONNumber(0)), "\(text): no multiple of itself")
        promise(number.isMultiple(of: JSONNumber(1)) == number.isInteger, "\(text): multiples of 1 are the integers")
        if let integer = number.int { promise(JSONNumber(integer) == number, "\(text): another integer") }
        for other in [JSONNumber(0), JSONNumber(1), JSONNumber(-7), JSONNumber(Int.max)] {
            let relations = [number < other, other < number, number == other].count { $0 }
            promise(relations == 1, "\(text): not less, greater or equal to \(other.text), but exactly one")
        }
        guard let double = number.double, let nearest = Double(text) else { return }
        promise(double == nearest, "\(text): \(double) is not the nearest double")
    }
}
