import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// An entry of `stsd`: the coding of samples.
public struct SampleDescription: Sendable {
  /// The type of the sample entry; for protected samples `encv`, `enca` and similar.
  public var type: FourCC
  /// The unprotected format of protected samples (`frma`); nil for unprotected samples.
  public var originalFormat: FourCC?
  /// The fields of a video sample entry.
  public var visual: VisualSampleEntry?
  /// The fields of an audio sample entry.
  public var audio: AudioSampleEntry?
  /// The fields of an audio sample entry in an `stsd` of version 1.
  public var audioV1: AudioSampleEntryV1?
  /// The AVC decoder configuration (`avcC`).
  public var avc: AVCDecoderConfigurationRecord?
  /// The HEVC decoder configuration (`hvcC`).
  public var hevc: HEVCDecoderConfigurationRecord?
  /// The configuration of further H.265 layers (`lhvC`), as in files of two views; nil if absent.
  public private(set) var layers: LHEVCConfigurationBox?
  /// The MPEG-4 Systems elementary stream descriptor (`esds`).
  public var stream: ESDescriptor?
  /// The pixel aspect ratio (`pasp`); nil if absent.
  public var pixelAspectRatio: PixelAspectRatioBox?
  /// The colour information (`colr`): of several boxes, the first with code points, else the first ICC profile.
  public var colour: ColourInformationBox?
  /// The bit rate (`btrt`); nil if absent.
  public var bitRate: BitRateBox?
  /// Sampling rate and channels, from the codec configuration if present, else from the sample entry; nil for media other than audio.
  public private(set) var sound: SoundDescription?
  /// The index of the entry in the tree of the `moov`.
  public var node: Int

  /// The coding format, with protection removed.
  public var codec: FourCC { originalFormat ?? type }
  /// The H.265 configuration with the parameter sets of all layers; nil if absent.
  public var layeredHEVC: HEVCDecoderConfigurationRecord? {
    var record = hevc
    record?.arrays += layers?.arrays ?? []
    return record
  }
  /// The AAC decoder configuration; nil for other codings or if it is malformed.
  public var audioSpecificConfig: AudioSpecificConfig? {
    guard stream?.decoderConfig?.objectTypeIndication == 0x40, let bytes = stream?.decoderConfig?.decoderSpecificInfo else { return nil }
    return try? AudioSpecificConfig(parsing: bytes)
  }

  /// Reads a sample entry and its child boxes. A malformed box is left nil, with a finding.
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
      let kind = BoxKind(tree.nodes[node].place.header, in: tree.nodes[node].place.context)
      if kind?.isA(VisualSampleEntry.self) == true { visual = try tree.read(VisualSampleEntry.self, at: node) }
      if kind?.isA(AudioSampleEntry.self) == true { audio = try tree.read(AudioSampleEntry.self, at: node) }
      if kind?.isA(AudioSampleEntryV1.self) == true { audioV1 = try tree.read(AudioSampleEntryV1.self, at: node) }
      return
    }
    switch tree.nodes[child].place.header.type {
    case "avcC": avc = try tree.read(AVCConfigurationBox.self, at: child).config
    case "lhvC": layers = try tree.read(LHEVCConfigurationBox.self, at: child)
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
}
