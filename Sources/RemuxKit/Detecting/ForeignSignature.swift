/// The signature of a format that this toolkit does not read.
struct ForeignSignature: Sendable {
  /// The name of the format, with an article.
  let name: String
  /// The bytes; nil matches any byte.
  let pattern: [UInt8?]
  /// The offset of the bytes.
  let place: Int

  /// - Parameter letters: ASCII characters; `*` matches any byte.
  private init(_ name: String, _ letters: String, at place: Int = 0) {
    self.name = name
    pattern = letters.utf8.map { $0 == 0x2A ? nil : $0 }
    self.place = place
  }

  /// - Parameter hex: two digits for each byte, or two dots to match any byte; spaces are ignored.
  private init(_ name: String, hex: String, at place: Int = 0) {
    self.name = name
    var pattern: [UInt8?] = []
    var high: UInt8?
    for digit in hex.utf8 where digit != 0x20 {
      let value: UInt8 = digit == 0x2E ? 0xFF : digit <= 0x39 ? digit - 0x30 : digit - 0x37
      if let first = high { pattern.append(value == 0xFF ? nil : first << 4 | value) }
      high = high == nil ? value : nil
    }
    self.pattern = pattern
    self.place = place
  }

  private func fits(_ head: ContentHead) -> Bool {
    if place + pattern.count > head.bytes.count { return false }
    return pattern.indices.allSatisfy { pattern[$0] == nil || pattern[$0] == head.bytes[place + $0] }
  }

  /// The name of the first signature that matches.
  static func name(of head: ContentHead) -> String? { all.first { $0.fits(head) }?.name }

  private static let all: [ForeignSignature] = moving + sound + images + archives + programs + documents

  private static let moving: [ForeignSignature] = [
    .init("a Matroska or WebM file", hex: "1A 45 DF A3"),
    .init("an AVI file", "RIFF****AVI "),
    .init("an Ogg file", "OggS"),
    .init("an ASF or WMV file", hex: "30 26 B2 75 8E 66 CF 11"),
    .init("an MXF file", hex: "06 0E 2B 34 02 05 01 01 0D 01 02 01 01"),
    .init("a RealMedia file", ".RMF"),
    .init("a Y4M file of raw video", "YUV4MPEG2 "),
    .init("an IVF file", "DKIF"),
    .init("an AV1 byte stream", hex: "12 00 0A"),
    .init("an AV1 byte stream (Annex B)", hex: ".. .. 01 10 .. 08"),
    .init("an AV1 byte stream (Annex B)", hex: ".. .. .. .. 01 10 .. 08"),
    .init("a VC-1 file", hex: ".. .. .. C5 04 00 00 00"),
    .init("a Flash file", "FWS"), .init("a Flash file", "CWS"), .init("a Flash file", "ZWS"),
    .init("a NUT file", "nut/multimedia container"),
    .init("a Bink video file", "BIKi"),
    .init("a WTV recording", hex: "B7 D8 00 20 37 49 DA 11"),
    .init("a DV stream", hex: "1F 07 00 .. .. 78"),
    .init("a network capture", hex: "D4 C3 B2 A1"), .init("a network capture", hex: "A1 B2 C3 D4"),
    .init("a network capture", hex: "0A 0D 0D 0A .. .. .. .. 4D 3C 2B 1A"),
    .init("a network capture", hex: "0A 0D 0D 0A .. .. .. .. 1A 2B 3C 4D"),
  ]

  private static let sound: [ForeignSignature] = [
    .init("a WAV file", "RIFF****WAVE"), .init("a WAV file", "RF64****WAVE"), .init("a WAV file", hex: "72 69 66 66 2E 91 CF 11"),
    .init("a FLAC file", "fLaC"),
    .init("an AIFF file", "FORM****AIFF"), .init("an AIFF file", "FORM****AIFC"),
    .init("a CAF file", "caff"),
    .init("an AMR file", "#!AMR"),
    .init("a MIDI file", "MThd"), .init("a MIDI file", "RIFF****RMID"),
    .init("a DTS stream", hex: "7F FE 80 01"), .init("a DTS stream", hex: "FE 7F 01 80"),
    .init("a DTS stream", hex: "1F FF E8 00"), .init("a DTS stream", hex: "FF 1F 00 E8"),
    .init("a DTS-HD file", "DTSHDHDR"),
    .init("a RealAudio file", hex: "2E 72 61 FD"),
    .init("an AU file", ".snd"),
    .init("a Monkey's Audio file", "MAC "),
    .init("a WavPack file", "wvpk"),
    .init("a True Audio file", "TTA1"),
    .init("a Musepack file", "MPCK"), .init("a Musepack file", "MP+"),
    .init("a DSD file", "DSD "), .init("a DSD file", "FRM8"),
    .init("a Creative Voice file", "Creative Voice File"),
    .init("a LOAS stream of AAC", hex: "56 E0 .. 20"), .init("an AAC file with an ADIF header", "ADIF"),
  ]

  private static let images: [ForeignSignature] = [
    .init("a JPEG image", hex: "FF D8 FF"),
    .init("a PNG image", hex: "89 50 4E 47 0D 0A 1A 0A"),
    .init("an MNG animation", hex: "8A 4D 4E 47 0D 0A 1A 0A"),
    .init("a GIF image", "GIF87a"), .init("a GIF image", "GIF89a"),
    .init("a WebP image", "RIFF****WEBP"),
    .init("a TIFF image", hex: "49 49 2A 00"), .init("a TIFF image", hex: "4D 4D 00 2A"),
    .init("a TIFF image", hex: "49 49 2B 00"), .init("a TIFF image", hex: "4D 4D 00 2B"),
    .init("a Photoshop image", "8BPS"),
    .init("a JPEG 2000 image", hex: "00 00 00 0C 6A 50 20 20 0D 0A 87 0A"),
    .init("a JPEG 2000 image", hex: "FF 4F FF 51"),
    .init("a JPEG XL image", hex: "00 00 00 0C 4A 58 4C 20 0D 0A 87 0A"),
    .init("a JPEG XL image", hex: "FF 0A"),
    .init("a JPEG XR image", hex: "49 49 BC 01"),
    .init("a JPEG-LS image", hex: "FF D8 F7"),
    .init("a GIMP image", "gimp xcf"),
    .init("an OpenEXR image", hex: "76 2F 31 01"),
    .init("a DPX image", "SDPX"), .init("a DPX image", "XPDS"),
    .init("a QOI image", "qoif"),
    .init("a DDS image", "DDS "),
    .init("an ICNS icon", "icns"),
    .init("a cursor", "Xcur"), .init("a cursor", "RIFF****ACON"),
    .init("a DjVu document", "AT&TFORM"),
    .init("a FITS image", "SIMPLE  ="),
    .init("a DICOM image", "DICM", at: 128),
  ]

  private static let archives: [ForeignSignature] = [
    .init("a ZIP archive or a document in one", hex: "50 4B 03 04"), .init("an empty ZIP archive", hex: "50 4B 05 06"),
    .init("a part of a ZIP archive", hex: "50 4B 07 08"),
    .init("a gzip file", hex: "1F 8B"),
    .init("a compress file", hex: "1F 9D"),
    .init("zlib data", hex: "78 01"), .init("zlib data", hex: "78 5E"), .init("zlib data", hex: "78 9C"), .init("zlib data", hex: "78 DA"),
    .init("a bzip2 file", "BZh*1AY&SY"), .init("a bzip2 file", hex: "42 5A 68 .. 17 72 45 38 50 90"),
    .init("an xz file", hex: "FD 37 7A 58 5A 00"),
    .init("a Zstandard file", hex: "28 B5 2F FD"),
    .init("an LZ4 file", hex: "04 22 4D 18"),
    .init("an lzip file", "LZIP"),
    .init("an LZMA file", hex: "5D 00 00 .. .. FF FF FF FF FF FF FF FF"),
    .init("a 7-Zip archive", hex: "37 7A BC AF 27 1C"),
    .init("a RAR archive", hex: "52 61 72 21 1A 07"),
    .init("a tar archive", "ustar", at: 257),
    .init("a cpio archive", "070701"), .init("a cpio archive", "070702"), .init("a cpio archive", "070707"),
    .init("an archive of object files", hex: "21 3C 61 72 63 68 3E 0A"),
    .init("an archive of object files", hex: "21 3C 74 68 69 6E 3E 0A"),
    .init("a cabinet archive", "MSCF"),
    .init("a xar archive", "xar!"),
    .init("a SquashFS image", "hsqs"),
    .init("an RPM package", hex: "ED AB EE DB"),
    .init("a Git pack", "PACK"), .init("a Git index", "DIRC"), .init("an index of a Git pack", hex: "FF 74 4F 63"),
  ]

  private static let programs: [ForeignSignature] = [
    .init("an ELF file", hex: "7F 45 4C 46"),
    .init("a Mach-O file", hex: "CF FA ED FE"), .init("a Mach-O file", hex: "CE FA ED FE"),
    .init("a Mach-O file", hex: "FE ED FA CF"), .init("a Mach-O file", hex: "FE ED FA CE"),
    .init("a WebAssembly module", hex: "00 61 73 6D"),
    .init("LLVM bitcode", hex: "42 43 C0 DE"), .init("a Swift module", hex: "E2 9C A8 0E"),
    .init("a serialised Clang module", "CPCH"),
    .init("a Dalvik program", hex: "64 65 78 0A"),
    .init("a Python bytecode file", hex: ".. 0D 0D 0A"),
    .init("a Lua bytecode file", hex: "1B 4C 75 61"),
    .init("a Windows help or type library", hex: "4D 53 46 54"),
  ]

  private static let documents: [ForeignSignature] = [
    .init("a PDF document", "%PDF-"),
    .init("a PostScript document", "%!PS"), .init("a PostScript document", hex: "C5 D0 D3 C6"),
    .init("an Office document", hex: "D0 CF 11 E0 A1 B1 1A E1"),
    .init("an RTF document", "{\\rtf"),
    .init("an SQLite database", "SQLite format 3"),
    .init("a font", "OTTO"), .init("a font", "ttcf"), .init("a font", "wOFF"), .init("a font", "wOF2"), .init("a font", "true"),
    .init("a font", hex: "00 01 00 00 00 .. .. .. .. .. .. .."), .init("a font", hex: "80 01 .. .. 00 00 25 21"),
    .init("a font", hex: "01 66 63 70"),
    .init("a gettext catalogue", hex: "DE 12 04 95"), .init("a gettext catalogue", hex: "95 04 12 DE"),
    .init("time zone data", "TZif"),
    .init("a terminfo entry", hex: "1A 01"), .init("a terminfo entry", hex: "1E 02"),
    .init("a compiled magic file", hex: "1C 04 1E F1"),
    .init("an HDF5 file", hex: "89 48 44 46 0D 0A 1A 0A"),
    .init("a NumPy array", hex: "93 4E 55 4D 50 59"),
    .init("a Parquet file", "PAR1"),
    .init("a binary property list", "bplist0"),
    .init("an HLS playlist", "#EXTM3U"),
    .init("a WebVTT file", "WEBVTT"),
    .init("UTF-16 text", hex: "FF FE"), .init("UTF-16 text", hex: "FE FF"),
    .init("a script", "#!"),
  ]
}
