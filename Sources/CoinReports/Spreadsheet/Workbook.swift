internal import CXlsxWriter
internal import CoinModel
internal import Foundation

/// A workbook (Office Open XML, ECMA-376) that libxlsxwriter puts together; its bytes depend on what is written alone.
///
/// The library writes into files only. It is given one without a name, in `$TMPDIR` or `/tmp`, which needs no removal.
@safe struct Workbook: ~Copyable {
    private let file: UnsafeMutablePointer<FILE>
    private var handle: UnsafeMutablePointer<lxw_workbook>?
    /// More bytes than its parts have together, before they are compressed.
    private var size = 1 << 16
    private var formats: [CellFormat: UnsafeMutablePointer<lxw_format>] = unsafe [:]

    /// An empty workbook that says it was made so many seconds after 1970.
    ///
    /// - Throws: `ReportError` when there is no room for it.
    init(title: String, created seconds: Int) throws {
        guard let file = unsafe lxw_tmpfile(nil) else { throw failure(unsafe String(cString: strerror(errno))) }
        unsafe self.file = unsafe file
        unsafe handle = unsafe workbook_new("/dev/fd/\(fileno(file))")
        unsafe title.visible.shortened(to: 200).withCString { text in
            var properties = unsafe lxw_doc_properties()
            unsafe properties.title = unsafe UnsafeMutablePointer(mutating: text)
            // The library takes 0 for the present.
            unsafe properties.created = seconds == 0 ? 1 : seconds
            unsafe workbook_set_properties(handle, &properties)
        }
    }

    deinit {
        if let handle = unsafe handle { unsafe lxw_workbook_free(handle) }
        unsafe fclose(file)
    }

    /// Takes into account that a part of at most so many bytes, not compressed, is to be written.
    mutating func reserve(_ bytes: Int) { size += bytes }

    /// A further sheet, behind the others.
    func addSheet(_ name: String) -> UnsafeMutablePointer<lxw_worksheet>? {
        unsafe workbook_add_worksheet(handle, name)
    }

    /// A chart, to be inserted into a sheet.
    func addChart(_ type: lxw_chart_type) -> UnsafeMutablePointer<lxw_chart>? {
        unsafe workbook_add_chart(handle, UInt8(type.rawValue))
    }

    /// How cells look; the same look is the same format.
    mutating func format(_ look: CellFormat) -> UnsafeMutablePointer<lxw_format>? {
        if let known = unsafe formats[look] { return unsafe known }
        let format = unsafe workbook_add_format(handle)
        unsafe format_set_num_format(format, look.number)
        if look.wraps {
            unsafe format_set_text_wrap(format)
            unsafe format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
        }
        if look.isHeading {
            unsafe format_set_bold(format)
            unsafe format_set_bg_color(format, 0xDD_EB_F7)
            unsafe format_set_bottom(format, UInt8(LXW_BORDER_THIN.rawValue))
        }
        unsafe formats[look] = unsafe format
        return unsafe format
    }

    /// The bytes of the workbook, to which nothing can be added any more.
    ///
    /// - Throws: `ReportError` when a temporary file could not be written.
    mutating func finish() throws -> [UInt8] {
        // The library checks no write to its temporary files, so that a full disk would leave a sheet cut short.
        let refusal = unsafe assay_has_room(file, off_t(size))
        guard refusal == 0 else { throw failure(unsafe String(cString: strerror(refusal))) }
        let fault = unsafe assay_workbook_close(handle).map { unsafe String(cString: $0) }
        unsafe handle = nil
        if let fault { throw failure(fault) }
        unsafe fseek(file, 0, SEEK_END)
        let length = unsafe max(0, ftell(file))
        unsafe rewind(file)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            unsafe count = fread(buffer.baseAddress, 1, length, file)
        }
        guard length > 0, bytes.count == length else { throw failure("reading it back ended early") }
        return bytes
    }
}

/// How a cell looks.
struct CellFormat: Hashable {
    /// The format of its number; `@` keeps a text one, also when somebody edits it.
    let number: String
    /// Whether it stands above a column.
    var isHeading = false
    /// Whether a long text goes on in further lines.
    var wraps = false

    static let heading = CellFormat(number: "@", isHeading: true)
}

private func failure(_ why: String) -> ReportError {
    let next = "make room in the folder of temporary files, or name another one in TMPDIR"
    return ReportError(.failed, "a workbook cannot be put together: \(why); \(next)")
}
