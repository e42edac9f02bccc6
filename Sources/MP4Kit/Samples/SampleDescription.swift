import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// An entry of `stsd`: how samples are coded.
public struct SampleDescription: Sendable {
  /// The entry's four characters; for protected samples `encv`, `enca` and their like.
  public var type: FourCC
  /// What the samples are when they are no longer protected (`frma`); nil for samples in the clear.
  public var originalFormat: FourCC?
  /// The fields of an entry of video.
  public var visual: VisualSampleEntry?
  /// The fields of an entry of sound.
  public var audio: AudioSampleEntry?
  /// The fields of an entry of sound in an `stsd` of version 1.
  public var audioV1: AudioSampleEntryV1?
  /// The configuration of an AVC decoder.
  public var avc: AVCDecoderConfigurationRecord?
  /// The configuration of an HEVC decoder.
  public var hevc: HEVCDecoderConfigurationRecord?
  /// What MPEG-4 systems says about the stream.
  public var stream: ESDescriptor?
  /// The shape of a pixel; nil where nothing is said.
  public var pixelAspectRatio: PixelAspectRatioBox?
  /// What the numbers mean as colours; of several boxes the first with code points, else the first ICC profile.
  public var colour: ColourInformationBox?
  /// The bit rate; nil where nothing is said.
  public var bitRate: BitRateBox?
  /// Sampling rate and channels, by the codec's configuration where there is one; nil for anything but sound.
  public private(set) var sound: SoundDescription?
  /// The entry's box in the tree of the `moov`.
  public var node: Int

  /// The coding of the samples, protected or not.
  public var codec: FourCC { originalFormat ?? type }
  /// The configuration of an AAC decoder; nil for anything else, or where it cannot be read.
  public var audioSpecificConfig: AudioSpecificConfig? {
    guard stream?.decoderConfig?.objectTypeIndication == 0x40, let bytes = stream?.decoderConfig?.decoderSpecificInfo else { return nil }
    return try? AudioSpecificConfig(parsing: bytes)
  }

  /// Reads an entry and what stands in it. What cannot be read is left nil, with a finding.
  init<S: ByteSource>(_ tree: inout BoxTree<S>, _ node: Int, _ findings: inout [BoxFinding]) throws(ByteError) {
    let place = tree.nodes[node].place
    type = place.header.type
    self.node = node
    for child in [node] + tree.children(of: node) {
      do { try take(&tree, child) } catch {
        switch error {
        case .bytes(let error): throw error
        case .syntax(let error):
          let at = tree.nodes[child].place
          let path: [FourCC] = child == node ? ["stsd", type] : ["stsd", type, at.header.type]
          findings.append(BoxFinding(path: path, offset: at.offset, message: error.description))
        }
      }
    }
    for wave in tree.find("wave", in: node) {
      if let esds = tree.child("esds", of: wave) { stream = try? tree.read(ESDBox.self, at: esds).es }
    }
    if let format = tree.find("sinf/frma", in: node).first {
      let bytes = try tree.payload(of: format, limit: 4)
      if bytes.count == 4 { originalFormat = FourCC(rawValue: UInt32(unpacking: bytes, at: 0)) }
    }
    if audio != nil || audioV1 != nil {
      var parts = tree.children(of: node)
      for wave in tree.find("wave", in: node) { parts += tree.children(of: wave) }
      sound = try SoundDescription(self, &tree, parts)
    }
  }

  private mutating func take<S: ByteSource>(_ tree: inout BoxTree<S>, _ child: Int) throws(BoxReadError) {
    if child == node {
      var kind = EntryKind()
      BoxRegistry.visit(tree.nodes[node].place.header, in: tree.nodes[node].place.context, &kind)
      if kind.isVisual { visual = try tree.read(VisualSampleEntry.self, at: node) }
      if kind.isAudio { audio = try tree.read(AudioSampleEntry.self, at: node) }
      if kind.isAudioV1 { audioV1 = try tree.read(AudioSampleEntryV1.self, at: node) }
      return
    }
    switch tree.nodes[child].place.header.type {
    case "avcC": avc = try tree.read(AVCConfigurationBox.self, at: child).config
    case "hvcC": hevc = try tree.read(HEVCConfigurationBox.self, at: child).config
    case "esds": stream = try tree.read(ESDBox.self, at: child).es
    case "pasp": pixelAspectRatio = try tree.read(PixelAspectRatioBox.self, at: child)
    case "colr":
      if colour?.codePoints != nil { return }
      let box = try tree.read(ColourInformationBox.self, at: child)
      if colour == nil || box.codePoints != nil { colour = box }
    case "btrt": bitRate = try tree.read(BitRateBox.self, at: child)
    default: break
    }
  }

  private struct EntryKind: BoxVisitor {
    var (isVisual, isAudio, isAudioV1) = (false, false, false)
    mutating func visit<B: Box>(_ type: B.Type) {
      isVisual = B.structureName.description == VisualSampleEntry.structureName.description
      isAudio = B.structureName.description == AudioSampleEntry.structureName.description
      isAudioV1 = B.structureName.description == AudioSampleEntryV1.structureName.description
    }
  }
}
