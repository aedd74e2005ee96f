/// Detects the language of texts in a script that several languages share.
///
/// A letter counts one point for each language that lists it, a frequent word three points, in upper and lower case.
/// Arabic and Persian both list the words that are frequent in both, which then do not decide between them. Of several
/// languages with the most points, the first in the list is chosen.
struct TextLanguage {
    private struct Evidence {
        let language: String
        /// Letters of this language, in lower case, that some other languages of its script do not use.
        let letters: Set<Unicode.Scalar>
        let words: Set<String>

        init(_ language: String, letters: String, words: String) {
            self.language = language
            self.letters = Set(letters.unicodeScalars)
            // The lists have line breaks, too.
            self.words = Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }

    private static let wordWeight = 3

    private let candidates: [Evidence]
    private var scores: [Int]

    /// The detector for the Arabic script.
    static var arabicScript: TextLanguage { TextLanguage(arabicScriptEvidence) }

    /// The detector for the Cyrillic script.
    static var cyrillicScript: TextLanguage { TextLanguage(cyrillicEvidence) }

    private init(_ candidates: [Evidence]) {
        self.candidates = candidates
        scores = Array(repeating: 0, count: candidates.count)
    }

    /// The most likely language so far.
    var likeliest: String {
        var best = 0
        for index in scores.indices where scores[index] > scores[best] { best = index }
        return candidates[best].language
    }

    /// Scores the letters and words of a text.
    mutating func count(_ text: some StringProtocol) {
        let text = text.lowercased()
        let words = text.split { !$0.isLetter }.map(String.init)
        for index in candidates.indices {
            let letters = text.unicodeScalars.count { candidates[index].letters.contains($0) }
            scores[index] += letters + Self.wordWeight * words.count { candidates[index].words.contains($0) }
        }
    }

    private static let arabicScriptEvidence = [
        Evidence(
            "ar", letters: "ةىيكإأؤ",
            words: """
                من في على إلى الى أو او هذا هذه التي الذي عن مع لا ما به هل تم كل بعد قبل رقم اسم الاسم عنوان العنوان
                الهاتف البريد تاريخ شهر رمز متر المبلغ السعر العمر الجنس نعم ارسال إرسال اختر أدخل لطفا الرجاء يرجى يجب
                """),
        Evidence(
            "fa", letters: "پچژگکی",
            words: """
                به از که این آن آنها را با برای است هستم هستند در و یا شما ما خود تا هر بر شود شده باشد می نمی کنید کن
                دارد ندارد ندارم بله نام خانوادگی خانم آقا زن مرد همسر مادر فرزند فرزندان مشخصات اطلاعات فرم شناسه
                شماره تلفن همراه تاریخ تولد سال ماه هفته روز امروز ساعت آدرس نشانی استان شهر شهرستان روستا کشور خانه
                ساختمان اتاق متر قیمت تومان درآمد رشته ماشین خودرو درخواست سفارش انتخاب وارد ثبت ارسال باید لطفا
                توضیحات عنوان درباره دوستان ملی رمز فهرست جستجو ادامه افزودن افزوده دوباره بستن روشن خاموش
                """),
        Evidence(
            "ur", letters: "ٹڈڑںھہےۓپچگکی",
            words: "کا کی کے ہے ہیں میں سے کو اور یہ وہ نہیں آپ پر کریں درج نام پتہ"),
        Evidence("ckb", letters: "ێۆڕڵەڤپچگکی", words: "و لە بۆ بە کە ئەم ناو لەگەڵ"),
        Evidence("ps", letters: "ټډړښځڅېۍږپچکی", words: "د په او کې ته نوم"),
    ]

    private static let cyrillicEvidence = [
        Evidence(
            "ru", letters: "ыэъё", words: "и в не на что как это для по из с или вы ваш имя номер дата укажите"),
        Evidence("uk", letters: "іїєґ", words: "і в не на що як це для та або ви ваш ім номер дата вкажіть"),
        Evidence("be", letters: "ўіы", words: "і ў не на што як гэта для або вы ваш імя нумар"),
        Evidence("bg", letters: "ъщ", words: "и не на че как това за от се или вие вашият име номер дата въведете"),
        Evidence("sr", letters: "јљњћђџ", words: "и у не на да је то за са или ви ваш име број датум унесите"),
        Evidence("mk", letters: "ѓќѕјљњџ", words: "и во не на дека е тоа за со или вие вашето име број"),
        Evidence("kk", letters: "әғқңөұүһі", words: "және мен бұл үшін емес немесе сіз аты нөмірі"),
    ]
}
