import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

extension InfoMovie {
  /// Adds stereo views, projection and field of view.
  mutating func stereo(_ description: SampleDescription, _ section: inout InfoSection) {
    guard let stereo = StereoDescription(description, in: &tree) else { return }
    var words: [String] = []
    var items = [InfoItem("left_eye", .flag(stereo.hasLeftEye)), InfoItem("right_eye", .flag(stereo.hasRightEye))]
    if stereo.isStereo { words.append("stereo views") }
    if stereo.packing != .separate {
      let name = stereo.packing == .sideBySide ? "side by side" : "top and bottom"
      items.append(InfoItem("packing", .text(name)))
      words.append(name)
    }
    if stereo.isReversed { words.append("eyes swapped") }
    items.append(InfoItem("reversed", .flag(stereo.isReversed)))
    if let eye = stereo.heroEye {
      items.append(InfoItem("hero_eye", .text(eye.description)))
      words.append("\(eye) eye first")
    }
    if let baseline = stereo.baseline {
      items.append(InfoItem("baseline_micrometres", .number(Int64(baseline))))
      words.append("cameras \(InfoWords.decimals(Double(baseline) / 1000, 1)) mm apart")
    }
    if let angle = stereo.fieldOfView {
      items.append(InfoItem("horizontal_field_of_view", .number(Int64(angle))))
      words.append("field of view \(InfoWords.decimals(Double(angle) / 1000, 1)) degrees")
    }
    if let projection = stereo.projection {
      items.append(InfoItem("projection", .text(projection.description)))
      words.append("projection \(projection)")
    }
    section.add(InfoItem("stereo", .object(items), "Stereo", words.joined(separator: ", ")))
  }

  /// The projection of Spherical Video V2 (`sv3d`) and the pose of the sphere.
  mutating func spherical(_ description: SampleDescription) -> InfoItem? {
    guard let projection = tree.find("sv3d/proj", in: description.node).first else { return nil }
    let names: [(type: FourCC, name: String)] = [("equi", "equirectangular"), ("cbmp", "cubemap"), ("mshp", "mesh")]
    let name = names.first { tree.child($0.type, of: projection) != nil }?.name ?? "unknown"
    var (items, words) = ([InfoItem("projection", .text(name))], name)
    if let node = tree.child("prhd", of: projection), let pose = try? tree.read(ProjectionHeaderBox.self, at: node) {
      let angles = [("yaw", pose.poseYawDegrees), ("pitch", pose.posePitchDegrees), ("roll", pose.poseRollDegrees)]
      for (key, angle) in angles {
        // 16.16 fixed point.
        let thousandths = (Int64(angle) * 1000) >> 16
        items.append(InfoItem(key, .number(thousandths)))
        if angle != 0 { words += ", \(key) \(InfoWords.decimals(Double(thousandths) / 1000, 1)) degrees" }
      }
    }
    return InfoItem("spherical", .object(items), "Spherical", words)
  }

  /// Adds what an auxiliary track is, and of which tracks (ISO/IEC 23008-12 7.5.3).
  mutating func auxiliary(_ track: MovieTrack, _ section: inout InfoSection) {
    guard track.handlerType == "auxv" else { return }
    let node = track.descriptions.first.flatMap { tree.child("auxi", of: $0.node) }
    if let node, let box = try? tree.read(AuxiliaryTypeInfoBox.self, at: node) {
      let type = box.auxTrackType.description
      section.add(InfoItem("auxiliary_type", .text(type), "Auxiliary", box.isAlpha ? "alpha (\(type))" : type))
    } else {
      section.add(InfoItem("auxiliary_type", .text("unknown"), "Auxiliary", "of a type that is not stated"))
    }
    let references = ((try? TrackReference.all(of: track.node, in: &tree)) ?? []).filter { $0.type == "auxl" }
    let targets = references.flatMap { $0.trackIDs }.compactMap { id in movie.tracks.firstIndex { $0.trackID == id } }
    if targets.isEmpty { return }
    section.add(
      InfoItem(
        "auxiliary_to", .list(targets.map { .number(Int64($0)) }), "Of track", targets.prefix(64).map { "\($0)" }.joined(separator: ", ")))
  }
}

extension SampleDescription {
  /// Code points of `colr`; nil if it has none.
  var codePoints: CodecDescription.Colour? {
    colour?.codePoints.map {
      CodecDescription.Colour(
        primaries: UInt8(clamping: $0.colourPrimaries), transfer: UInt8(clamping: $0.transferCharacteristics),
        matrix: UInt8(clamping: $0.matrixCoefficients))
    }
  }
}
