import JSONText
import Testing

@testable import Preview

/// The detected language of a document.
@Suite struct LanguageTests {
    private func language(_ text: String) throws -> String {
        let value = try JSONDocument(parsing: Array("{\"title\": \"\(text)\", \"type\": \"Form\"}".utf8))
        return TextSurvey(value.root).language
    }

    @Test(arguments: [
        // The first and the fourth text have the Arabic letter yeh instead of the Persian one, as Arabic keyboards
        // type it; the second text has only letters that Arabic has, too.
        "نام و نام خانوادگي", "شماره تلفن همراه", "شهر محل سکونت", "لطفا رمز را وارد کنيد", "گزینه‌ای را انتخاب کنید",
        "مدل iPhone 15 را انتخاب کنید", "آیا خودرو دارید؟",
        // These have only letters that Arabic has, too.
        "مشخصات", "تلفن همراه", "فرزند دارد", "استان محل تولد", "درخواست دوباره", "جستجو", "ثبت فرم",
    ])
    func `Persian is recognized by letters and words`(_ text: String) throws { #expect(try language(text) == "fa") }

    @Test(arguments: [
        "الاسم الكامل", "رقم الهاتف", "اختر مدينة من القائمة", "أدخل كلمة المرور", "مرحبا", "شركة پيجو في القاهرة",
        // These have words that are frequent in Persian, too.
        "عنوان السكن", "رمز التحقق", "شهر الميلاد", "المساحة (متر مربع)", "ارسال", "لطفا أدخل رقم الهاتف",
    ])
    func `Arabic is recognized by letters and words`(_ text: String) throws { #expect(try language(text) == "ar") }

    @Test func `a Persian form whose texts have no Persian letters is recognized`() throws {
        let form = #"""
            {"type": "Form", "title": "مشخصات",
             "jsonSchema": {"type": "object", "properties": {"mobile": {"type": "string", "title": "تلفن همراه"}}}}
            """#
        #expect(TextSurvey(try JSONDocument(parsing: Array(form.utf8)).root).language == "fa")
    }

    @Test(arguments: [
        ("آپ کا نام کیا ہے", "ur"), ("اپنا فون نمبر درج کریں", "ur"), ("ناوی تەواو بنووسە", "ckb"), ("שם מלא", "he"),
        ("Укажите имя и телефон", "ru"), ("Обмен", "ru"), ("Вкажіть ваше ім'я", "uk"),
        ("ПРІЗВИЩЕ", "uk"), ("Їдальня", "uk"), ("ҚАЛА", "kk"), ("ПОДЪЕЗД", "ru"),
        ("Увядзіце ваша імя і нумар", "be"),
        ("Унесите ваш број телефона", "sr"), ("Телефон нөмірі", "kk"), ("Въведете вашето име", "bg"),
        ("Your name", "en"),
        ("選擇學校", "zh-Hant"),
    ])
    func `languages with the same script are distinguished`(_ text: String, _ expected: String) throws {
        #expect(try language(text) == expected)
    }
}
