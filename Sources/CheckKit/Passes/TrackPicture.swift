import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit

/// A picture of a track, and the sample that it begins in.
struct TrackPicture {
  /// The sample; that of the first field for a pair.
  var sample: MediaSample
  /// The index of the sample in the track, from 0.
  var index: UInt64
  /// PicOrderCnt( ) or PicOrderCntVal.
  var pictureOrderCount: Int
  /// Whether order counts restart.
  var startsOrder: Bool
  /// Whether it has I slices alone; for a pair, whether the first field does.
  var isIntra: Bool
  /// Whether other pictures may refer to it: nal_ref_idc is not 0, or it is not a sub-layer non-reference picture.
  var isReference: Bool
  /// Whether it is an IDR or IRAP picture.
  var isKey: Bool
  /// Whether decoding may begin here in some way: an IDR or IRAP picture, or a recovery point.
  var isRandomAccess: Bool
  /// The fields, if they are coded one after the other or alone.
  var fields = Fields.none

  enum Fields {
    case none
    case topFirst
    case bottomFirst
  }
}

extension TrackFacts {
  /// Keeps a picture of H.264 for the rules.
  func note(_ picture: H264Picture) {
    guard !picture.isUnresolved, let place = place(of: picture.offset) else { return }
    let fields: TrackPicture.Fields =
      switch picture.field {
      case .frame: .none
      case .top, .topBottomPair: .topFirst
      case .bottom, .bottomTopPair: .bottomFirst
      }
    self.picture = TrackPicture(
      sample: place.sample, index: place.index, pictureOrderCount: picture.pictureOrderCount, startsOrder: picture.startsOrder,
      isIntra: picture.type == .i, isReference: picture.isReference, isKey: picture.isKeyframe,
      isRandomAccess: picture.randomAccess != nil, fields: fields)
  }

  /// Keeps a picture of H.265 for the rules.
  func note(_ picture: HEVCPicture) {
    guard !picture.isUnresolved, let place = place(of: picture.offset) else { return }
    let fields: TrackPicture.Fields =
      switch picture.field {
      case .frame: .none
      case .top: .topFirst
      case .bottom: .bottomFirst
      }
    self.picture = TrackPicture(
      sample: place.sample, index: place.index, pictureOrderCount: picture.pictureOrderCount, startsOrder: picture.startsOrder,
      isIntra: picture.type == .i, isReference: picture.isReference, isKey: picture.isKeyframe,
      isRandomAccess: picture.randomAccess != nil, fields: fields)
  }
}
