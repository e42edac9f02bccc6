import BitstreamKit
import MP4Kit
import RemuxKit

/// Codec parameters of a track.
extension ProbeMovie {
  mutating func picture(_ stream: inout ProbeStream, _ source: MovieTrack, _ description: SampleDescription) {
    guard var video = stream.video else { return }
    if let visual = description.visual { (video.width, video.height) = (Int(visual.width), Int(visual.height)) }
    (video.codedWidth, video.codedHeight) = (video.width, video.height)
    if let shape = description.pixelAspectRatio, shape.hSpacing > 0, shape.vSpacing > 0 {
      video.sampleAspectRatio = ProbeRatio(reducing: UInt64(shape.hSpacing), UInt64(shape.vSpacing))
    }
    if video.sampleAspectRatio == nil, let matrix = matrix(source) { video.sampleAspectRatio = Self.stretch(matrix) }
    if let colour = description.colour { video.apply(colour) }
    if let node = tree.child("fiel", of: description.node), let field = try? tree.read(FieldHandlingBox.self, at: node) {
      switch (field.fieldCount, field.fieldOrdering) {
      case (1, _): video.fieldOrder = "progressive"
      case (2, 1): video.fieldOrder = "tt"
      case (2, 6): video.fieldOrder = "bb"
      case (2, 9): video.fieldOrder = "tb"
      case (2, 14): video.fieldOrder = "bt"
      default: break
      }
    }
    stream.video = video
    if stream.codec == .av1, let node = tree.child("av1C", of: description.node),
      let bytes = try? tree.payload(of: node, limit: 4096)
    {
      if description.colour?.range == nil, let header = sequenceHeader(Array(bytes.dropFirst(4)), stream.index) {
        stream.video?.range = header.isFullRange ? "pc" : "tv"
        if let colour = header.colour { stream.video?.apply(colour, isFullRange: header.isFullRange) }
      }
      stream.applyAV1(Array(bytes.prefix(4)))
    }
    if stream.codec?.name.description == "rawvideo" {
      stream.video?.pixelFormat = ProbeRawVideo.pixelFormat(stream.tag, depth: Int(description.visual?.depth ?? 24))
    }
    if stream.codec == .mpeg4, tallies[stream.index].count > 0 {
      let info = description.stream?.decoderConfig?.decoderSpecificInfo ?? []
      stream.applyMPEG4(info)
      let isLowDelay = ProbeVideoObjectLayer(info)?.isLowDelay ?? true
      stream.video?.hasBFrames = isLowDelay && tallies[stream.index].reorderDepth == 0 ? 0 : 1
      stream.video?.pixelFormat = "yuv420p"
      stream.video?.chromaLocation = "left"
    }
    if stream.codec == .vp9, let node = tree.child("vpcC", of: description.node),
      let box = try? tree.read(VPCodecConfigurationBox.self, at: node)
    {
      stream.applyVP9(box)
    }
    if stream.codec == .prores { prores(&stream) }
    if stream.codec == .av1, source.handlerType == "pict" { stream.video?.sampleAspectRatio = ProbeRatio(1, 1) }
    if stream.codec?.name.description == "mpeg2video", let info = description.stream?.decoderConfig?.decoderSpecificInfo {
      stream.applyMPEG2(info)
    }
    if stream.codec == .mjpeg { firstJPEG(&stream) }
    if stream.codec == .png {
      stream.video?.range = "pc"
      if let picture = ProbeCover(head(stream.index, 64), at: 0), picture.isPNG { stream.video?.pixelFormat = picture.pixelFormat }
    }
  }

  /// Sample aspect ratio implied by the scaling of a matrix; nil if it scales both axes alike.
  private static func stretch(_ matrix: [Int32]) -> ProbeRatio? {
    func length(_ column: Int) -> Double {
      let (a, b) = (Double(matrix[column]), Double(matrix[3 + column]))
      return (a * a + b * b).squareRoot()
    }
    let (across, down) = (length(0), length(1))
    guard across > 1, down > 1, (across / down - 1).magnitude > 0.01 else { return nil }
    return ProbeRatio.nearest(Int64(saturating: (across / down * 1_000_000).rounded()), 1_000_000, limit: 1000)
  }

  /// The AV1 sequence header from the configuration, or else from the first sample.
  private func sequenceHeader(_ configuration: [UInt8], _ index: Int) -> AV1SequenceHeader? {
    if let header = AV1SequenceHeader(obus: configuration) { return header }
    var bytes: [UInt8] = []
    guard let first = tallies[index].first,
      (try? input.read(at: first.offset, count: Int(min(first.size, 4096)), into: &bytes)) != nil
    else { return nil }
    return AV1SequenceHeader(obus: bytes)
  }

  /// Reads the header of the first Motion JPEG picture.
  private func firstJPEG(_ stream: inout ProbeStream) {
    var bytes: [UInt8] = []
    guard let first = tallies[stream.index].first,
      (try? input.read(at: first.offset, count: Int(min(first.size, 1 << 16)), into: &bytes)) != nil,
      let picture = ProbeCover(bytes, at: 0), !picture.isPNG
    else { return }
    stream.video?.sampleAspectRatio = ProbeRatio(1, 1)
    stream.applyJPEG(picture.pixelFormat)
  }

  /// The first bytes of the first sample; none if it cannot be read.
  private func head(_ index: Int, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    guard let first = tallies[index].first, first.isWhole(in: input.byteCount),
      (try? input.read(at: first.offset, count: Int(min(first.size, UInt64(count))), into: &bytes)) != nil
    else { return [] }
    return bytes
  }

  private func prores(_ stream: inout ProbeStream) {
    if stream.video?.range == nil { stream.video?.range = "tv" }
    // Chroma format and alpha of a frame header (SMPTE RDD 36, 5.1.1), and the depth that the decoder uses.
    let header = head(stream.index, 64)
    if header.count > 25, header[4...].starts(with: "icpf".utf8) {
      let is12Bit = stream.tag == "ap4h" || stream.tag == "ap4x"
      let chroma = header[20] >> 6 == 3 ? "444p" : "422p"
      stream.video?.pixelFormat = (header[25] & 15 == 0 ? "yuv" : "yuva") + chroma + (is12Bit ? "12le" : "10le")
      stream.bitsPerRawSample = is12Bit ? 12 : 10
    }
    switch stream.tag {
    case "apco": stream.profile = "Proxy"
    case "apcs": stream.profile = "LT"
    case "apcn": stream.profile = "Standard"
    case "apch": stream.profile = "HQ"
    case "ap4h": stream.profile = "4444"
    case "ap4x": stream.profile = "XQ"
    default: break
    }
  }

  mutating func sound(_ stream: inout ProbeStream, _ description: SampleDescription, _ track: MediaTrack) {
    guard var audio = stream.audio else { return }
    audio.sampleFormat = stream.codec?.sampleFormat
    audio.bitsPerSample = stream.codec?.bitsPerSample ?? 0
    audio.layout = stream.codec == nil ? nil : dolbyLayout(description) ?? statedLayout(description) ?? ProbeColour.layout(audio.channels)
    if stream.codec?.name.description == "truehd", audio.channels == 6 { audio.layout = "5.1(side)" }
    // Without a sampling rate ffprobe uses the time scale.
    if audio.sampleRate == 0, stream.timescale > 1 { audio.sampleRate = Int(stream.timescale) }
    if stream.codec?.name.description.hasPrefix("pcm_s24") == true { stream.bitsPerRawSample = 24 }
    if stream.codec == .flac { stream.bitsPerRawSample = Int(description.audio?.samplesize ?? 16) }
    if stream.codec?.name.description == "alac", let depth = description.sound?.bitDepth {
      stream.bitsPerRawSample = depth
      if depth > 16 { audio.sampleFormat = "s32p" }
    }
    if stream.codec == .mp3, monoSound(tallies[stream.index]) { (audio.channels, audio.layout) = (1, "mono") }
    stream.audio = audio
  }

  /// Whether the header of the first MPEG audio frame is mono, regardless of the sample entry.
  private func monoSound(_ tally: ProbeTally) -> Bool { tally.first.flatMap { MPEGAudioHeader(of: $0, input) }?.channels == 1 }

  /// Sets the extradata size to the number of bytes that ffmpeg passes to the decoder.
  mutating func extradata(_ stream: inout ProbeStream, _ description: SampleDescription) {
    if stream.tag == "tmcd" { return timecode(&stream, description) }
    if stream.kind == .data || stream.kind == .subtitle, let codec = stream.codec, codec == .binary || codec == .movText {
      let place = tree.nodes[description.node].place
      stream.extradataSize = stream.tag == "gpmd" ? 0 : Int(clamping: max(8, place.payloadSize) - 8)
      return
    }
    let inWave = tree.find("wave/esds", in: description.node) + tree.find("wave/alac", in: description.node)
    let parts = tree.children(of: description.node) + inWave
    for child in parts {
      let place = tree.nodes[child].place
      switch place.header.type {
      case "avcC", "hvcC", "av1C", "glbl": stream.extradataSize = Int(clamping: place.payloadSize)
      case "dOps": stream.extradataSize = Int(clamping: place.payloadSize) + 8
      case "dfLa": stream.extradataSize = 34
      case "alac": stream.extradataSize = Int(clamping: place.size)
      case "wfex": stream.extradataSize = max(0, Int(clamping: place.payloadSize) - 18)
      case "esds": stream.extradataSize = description.stream?.decoderConfig?.decoderSpecificInfo?.count ?? stream.extradataSize
      default: break
      }
    }
  }

  /// Takes the rate of timecodes, which ffprobe does not reduce.
  private mutating func timecode(_ stream: inout ProbeStream, _ description: SampleDescription) {
    stream.extradataSize = Int(clamping: max(8, tree.nodes[description.node].place.payloadSize) - 8)
    guard let entry = try? tree.read(TimecodeSampleEntry.self, at: description.node) else { return }
    stream.averageFrameRate = ProbeRatio(Int64(entry.timeScale), Int64(entry.frameDuration))
  }

  /// Product of the track matrix and the movie matrix; nil if it is the identity.
  func matrix(_ source: MovieTrack) -> [Int32]? {
    guard let track = source.header?.matrix else { return nil }
    let product = track.followed(by: movie.header?.matrix ?? TransformationMatrix())
    return product == TransformationMatrix() ? nil : product.values
  }
}

extension ProbeStream {
  /// Takes profile, pixel format and colours from `vpcC` (VP Codec ISO Media File Format Binding, 1.0).
  mutating func applyVP9(_ box: VPCodecConfigurationBox) {
    profile = "Profile \(box.profile)"
    let numbers = CodecDescription.Colour(
      primaries: box.colourPrimaries, transfer: box.transferCharacteristics, matrix: box.matrixCoefficients)
    video?.apply(numbers, isFullRange: box.videoFullRangeFlag)
    let chroma = [1, 1, 2, 3][Int(min(3, box.chromaSubsampling))]
    video?.pixelFormat = Self.pixelFormat(chroma: chroma, depth: Int(box.bitDepth), isFull: false, isRGB: box.matrixCoefficients == 0)
    if video?.fieldOrder == nil { video?.fieldOrder = "progressive" }
  }

  /// Sets the values that ffprobe prints for every baseline JPEG.
  mutating func applyJPEG(_ pixelFormat: String?) {
    (profile, bitsPerRawSample) = ("Baseline", 8)
    video?.pixelFormat = pixelFormat
    video?.range = "pc"
    video?.space = "bt470bg"
    video?.chromaLocation = "center"
  }

  /// Takes profile and level from profile_and_level_indication of a visual object sequence (ISO/IEC 14496-2:2004, 6.3.2 and Table G.1);
  /// ffprobe takes the upper four bits for the profile.
  mutating func applyMPEG4(_ info: [UInt8]) {
    profile = "Simple Profile"
    guard info.count > 4, info.starts(with: [0, 0, 1, 0xB0]) else { return }
    let code = info[4]
    profile = Self.mpeg4Profiles[Int(code >> 4)]
    // Level 0 of the simple profile has the code 8.
    video?.level = code == 8 ? 0 : Int(code & 15)
  }

  /// The names by the upper four bits, with ffprobe's spelling.
  static let mpeg4Profiles = [
    "Simple Profile", "Simple Scalable Profile", "Core Profile", "Main Profile", "N-bit Profile", "Scalable Texture Profile",
    "Simple Face Animation Profile", "Basic Animated Texture Profile", "Hybrid Profile", "Advanced Real Time Simple Profile",
    "Code Scalable Profile", "Advanced Coding Profile", "Advanced Core Profile", "Advanced Scalable Texture Profile",
    "Simple Studio Profile", "Advanced Simple Profile",
  ]

  /// Takes profile, level, chroma format and buffer size from a sequence header and its extension (ITU-T H.262, 6.2.2.1 and 6.2.2.3).
  mutating func applyMPEG2(_ info: [UInt8]) {
    guard info.count >= 12, info.starts(with: [0, 0, 1, 0xB3]) else { return }
    var place = 12
    // Up to two quantiser matrices of 64 bytes follow, each announced by a flag.
    if info[11] & 2 != 0 { place += 64 }
    if place - 1 < info.count, info[place - 1] & 1 != 0 { place += 64 }
    guard place + 9 < info.count, info[place...].starts(with: [0, 0, 1, 0xB5]), info[place + 4] >> 4 == 1 else { return }
    let code = info[place + 4] << 4 | info[place + 5] >> 4
    switch code >> 4 & 7 {
    case 5: profile = "Simple"
    case 4: profile = "Main"
    case 3: profile = "SNR Scalable"
    case 2: profile = "Spatially Scalable"
    case 1: profile = "High"
    default: break
    }
    video?.level = Int(code & 15)
    let chroma = Int(info[place + 5] >> 1 & 3)
    video?.pixelFormat = chroma == 1 ? "yuv420p" : chroma == 2 ? "yuv422p" : "yuv444p"
    if chroma == 1 { video?.chromaLocation = "left" }
    video?.range = "tv"
    let size = Int64(info[10] & 0x1F) << 5 | Int64(info[11] >> 3)
    let more = Int64(info[place + 8])
    sideData.append(.codedPictureBuffer(size: (more << 10 | size) * 16384))
  }
}
