import BitstreamKit
import MP4Kit
import RemuxKit

/// How the samples of a track are coded, and what stands beside them.
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
    if stream.codec == .av1, let node = tree.child("av1C", of: description.node), let bytes = try? tree.payload(of: node, limit: 4) {
      stream.applyAV1(bytes)
    }
    if stream.codec == .mpeg4, tallies[stream.index].count > 0 {
      stream.profile = "Simple Profile"
      if let info = description.stream?.decoderConfig?.decoderSpecificInfo, info.count > 4, info[3] == 0xB0 {
        stream.video?.level = Int(info[4] & 15)
      }
      stream.video?.pixelFormat = "yuv420p"
      stream.video?.chromaLocation = "left"
    }
    if stream.codec == .prores { prores(&stream) }
  }

  /// The shape of a pixel that a matrix makes by stretching; nil where it does not.
  private static func stretch(_ matrix: [Int32]) -> ProbeRatio? {
    func length(_ column: Int) -> Double {
      let (a, b) = (Double(matrix[column]), Double(matrix[3 + column]))
      return (a * a + b * b).squareRoot()
    }
    let (across, down) = (length(0), length(1))
    guard across > 1, down > 1, (across / down - 1).magnitude > 0.01 else { return nil }
    return ProbeRatio.nearest(Int64(saturating: (across / down * 1_000_000).rounded()), 1_000_000, most: 1000)
  }

  private func prores(_ stream: inout ProbeStream) {
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
    audio.layout = ProbeColour.layout(audio.channels)
    if stream.tag == "samr" { (audio.sampleRate, audio.channels) = (8000, 1) }
    if stream.tag == "sawb" { (audio.sampleRate, audio.channels) = (16000, 1) }
    if stream.tag == "samr" || stream.tag == "sawb" { audio.layout = "mono" }
    if stream.codec == .opus { audio.sampleRate = 48000 }
    if stream.codec?.name.description.hasPrefix("pcm_s24") == true { stream.bitsPerRawSample = 24 }
    if stream.codec == .flac { stream.bitsPerRawSample = Int(description.audio?.samplesize ?? 16) }
    if stream.codec == .mp3, monoSound(tallies[stream.index]) { (audio.channels, audio.layout) = (1, "mono") }
    stream.audio = audio
  }

  /// Whether the first frame of MPEG audio has one channel, whatever the sample entry says (ISO/IEC 11172-3, 2.4.1.3).
  private func monoSound(_ tally: ProbeTally) -> Bool {
    var bytes: [UInt8] = []
    guard let first = tally.first, (try? input.read(at: first.offset, count: 4, into: &bytes)) != nil, bytes.count == 4 else {
      return false
    }
    return bytes[0] == 0xFF && bytes[3] >> 6 == 3
  }

  /// Bytes of what a decoder has to know, as ffmpeg hands them on.
  mutating func extradata(_ stream: inout ProbeStream, _ description: SampleDescription) {
    if stream.kind == .data || stream.kind == .subtitle, let codec = stream.codec, codec == .binary || codec == .movText {
      let place = tree.nodes[description.node].place
      stream.extradataSize = stream.tag == "gpmd" ? 0 : Int(clamping: max(8, place.payloadSize) - 8)
      return
    }
    for child in tree.children(of: description.node) + tree.find("wave/esds", in: description.node) {
      let place = tree.nodes[child].place
      switch place.header.type {
      case "avcC", "hvcC", "av1C", "vvcC", "glbl", "d263": stream.extradataSize = Int(clamping: place.payloadSize)
      case "dOps": stream.extradataSize = Int(clamping: place.payloadSize) + 8
      case "dfLa": stream.extradataSize = 34
      case "esds": stream.extradataSize = description.stream?.decoderConfig?.decoderSpecificInfo?.count ?? stream.extradataSize
      default: break
      }
    }
  }

  mutating func sideData(_ stream: inout ProbeStream, _ source: MovieTrack, _ description: SampleDescription?) {
    if stream.kind == .video, let values = matrix(source) {
      // A matrix that only scales says nothing of rotation.
      if values[1] != 0 || values[3] != 0 || values[0] < 0 || values[4] < 0 { stream.sideData.append(.displayMatrix(values)) }
    }
    // What stands behind the last track goes to that one.
    if let last = movie.tracks.last, last.node == source.node, tree.find("moov/pssh").contains(where: { $0 > last.node }) {
      stream.sideData.append(.encryption)
    }
    for type in ["dvcC", "dvvC", "dvwC"] as [FourCC] {
      guard let description, let node = tree.child(type, of: description.node),
        let box = try? tree.read(DOVIConfigurationBox.self, at: node)
      else { continue }
      stream.sideData.append(.dolbyVision(Self.fields(box)))
    }
  }

  /// The track's matrix and the movie's, one after the other; nil where nothing is moved.
  private func matrix(_ source: MovieTrack) -> [Int32]? {
    guard let track = source.header?.matrix.values, track.count == 9 else { return nil }
    guard let around = movie.header?.matrix.values, around.count == 9, around != TransformationMatrix().values else {
      return track == TransformationMatrix().values ? nil : track
    }
    var product: [Int32] = []
    for row in 0..<3 {
      for column in 0..<3 {
        var sum: Int64 = 0
        for step in 0..<3 { sum &+= Int64(track[3 * row + step]) * Int64(around[3 * step + column]) >> (step == 2 ? 30 : 16) }
        product.append(Int32(truncatingIfNeeded: sum))
      }
    }
    return product
  }

  private static func fields(_ box: DOVIConfigurationBox) -> [(StaticString, Int64)] {
    var fields: [(StaticString, Int64)] = []
    fields.append(("dv_version_major", Int64(box.dvVersionMajor)))
    fields.append(("dv_version_minor", Int64(box.dvVersionMinor)))
    fields.append(("dv_profile", Int64(box.dvProfile)))
    fields.append(("dv_level", Int64(box.dvLevel)))
    fields.append(("rpu_present_flag", box.rpuPresentFlag ? 1 : 0))
    fields.append(("el_present_flag", box.elPresentFlag ? 1 : 0))
    fields.append(("bl_present_flag", box.blPresentFlag ? 1 : 0))
    fields.append(("dv_bl_signal_compatibility_id", Int64(box.dvBlSignalCompatibilityId)))
    return fields
  }
}
