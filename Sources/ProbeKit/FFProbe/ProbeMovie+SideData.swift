import BitstreamKit
import MP4Kit
import NALKit
import RemuxKit

/// Dispositions and side data of a track.
extension ProbeMovie {
  /// The keys of the dispositions that FFmpeg takes from `kind`. It compares the beginnings of the scheme and of the value.
  mutating func dispositions(_ source: MovieTrack) -> [StaticString] {
    var keys: [StaticString] = []
    for node in tree.find("udta/kind", in: source.node) {
      guard let box = try? tree.read(KindBox.self, at: node), box.schemeURI.bytes.starts(with: "urn:mpeg:dash:role:2011".utf8),
        let role = Self.roles.first(where: { box.value.bytes.starts(with: $0.value.utf8) })
      else { continue }
      keys += role.keys
    }
    return keys
  }

  /// The values of ISO/IEC 23009-1:2022, 5.8.5.5 that FFmpeg knows.
  private static let roles: [(value: String, keys: [StaticString])] = [
    ("caption", ["hearing_impaired", "captions"]), ("commentary", ["comment"]), ("description", ["visual_impaired", "descriptions"]),
    ("dub", ["dub"]), ("forced-subtitle", ["forced"]),
  ]

  /// Adds the side data of a track: first what FFmpeg adds as it reads a box, then what it adds at the end of the header.
  mutating func sideData(_ stream: inout ProbeStream, _ source: MovieTrack, _ description: SampleDescription?) {
    if let description { configurations(&stream, description) }
    // A `pssh` after the last track belongs to that track.
    if let last = movie.tracks.last, last.node == source.node, tree.find("moov/pssh").contains(where: { $0 > last.node }) {
      stream.sideData.append(.encryption)
    }
    if stream.kind != .video { return }
    if let values = matrix(source) { stream.sideData.append(.displayMatrix(values)) }
    guard let description else { return }
    spherical(&stream, description)
    if let node = tree.child("mdcv", of: description.node), let box = try? tree.read(MasteringDisplayColourVolumeBox.self, at: node),
      box.displayPrimaries.count == 6
    {
      var volume = NALKit.MasteringDisplayColourVolume()
      for index in 0..<3 {
        (volume.displayPrimaries[index].x, volume.displayPrimaries[index].y) = (
          box.displayPrimaries[2 * index], box.displayPrimaries[2 * index + 1]
        )
      }
      (volume.whitePoint.x, volume.whitePoint.y) = (box.whitePointX, box.whitePointY)
      volume.maxDisplayMasteringLuminance = box.maxDisplayMasteringLuminance
      volume.minDisplayMasteringLuminance = box.minDisplayMasteringLuminance
      stream.sideData.append(.mastering(volume))
    }
    if let node = tree.child("clli", of: description.node), let box = try? tree.read(ContentLightLevelBox.self, at: node) {
      stream.sideData.append(.lightLevel(most: Int64(box.maxContentLightLevel), average: Int64(box.maxPicAverageLightLevel)))
    }
  }

  /// Adds what the boxes of a sample entry hold.
  private mutating func configurations(_ stream: inout ProbeStream, _ description: SampleDescription) {
    for child in tree.children(of: description.node) {
      switch tree.nodes[child].place.header.type {
      case "colr":
        guard let box = try? tree.read(ColourInformationBox.self, at: child), box.colourType == "prof" else { continue }
        stream.sideData.append(.iccProfile)
      case "dvcC", "dvvC", "dvwC":
        guard let box = try? tree.read(DOVIConfigurationBox.self, at: child) else { continue }
        stream.sideData.append(.dolbyVision(Self.fields(box)))
      default: break
      }
    }
    if let node = tree.configuration("dac3", of: description.node), let box = try? tree.read(AC3SpecificBox.self, at: node) {
      addService(box.bsmod, box.acmod, &stream)
    }
    if let node = tree.configuration("dec3", of: description.node), let box = try? tree.read(EC3SpecificBox.self, at: node),
      let first = box.substreams.first
    {
      addService(first.bsmod, first.acmod, &stream)
    }
  }

  /// Adds the audio service type from `bsmod` (ETSI TS 102 366, 4.4.2.2), as karaoke if a voice-over has two or more channels. ffprobe
  /// prints it before all other side data.
  private func addService(_ bsmod: UInt8, _ acmod: UInt8, _ stream: inout ProbeStream) {
    let type = bsmod == 7 && acmod > 1 ? 8 : bsmod
    stream.sideData.insert(.audioService(type), at: 0)
  }

  /// Adds the projection of Spherical Video V2 (`st3d` and `sv3d`).
  private mutating func spherical(_ stream: inout ProbeStream, _ description: SampleDescription) {
    let entry = description.node
    if let node = tree.child("st3d", of: entry), let box = try? tree.read(Stereoscopic3DBox.self, at: node), box.stereoMode <= 2 {
      let name: StaticString = box.stereoMode == 0 ? "2D" : box.stereoMode == 1 ? "top and bottom" : "side by side"
      stream.sideData.append(.stereo(name, isInverted: false))
    }
    guard let head = tree.find("sv3d/proj/prhd", in: entry).first, let pose = try? tree.read(ProjectionHeaderBox.self, at: head) else {
      return
    }
    var fields: [(StaticString, Int64)] = []
    var projection: StaticString = "equirectangular"
    if let node = tree.find("sv3d/proj/cbmp", in: entry).first, let box = try? tree.read(CubemapProjectionBox.self, at: node) {
      projection = "cubemap"
      fields.append(("padding", Int64(box.padding)))
    } else if let node = tree.find("sv3d/proj/equi", in: entry).first,
      let box = try? tree.read(EquirectangularProjectionBox.self, at: node)
    {
      let isCut = [box.projectionBoundsLeft, box.projectionBoundsTop, box.projectionBoundsRight, box.projectionBoundsBottom].contains {
        $0 > 0
      }
      if isCut, let size = stream.video {
        projection = "tiled equirectangular"
        let (left, right) = Self.pixels(box.projectionBoundsLeft, box.projectionBoundsRight, size.width)
        let (top, bottom) = Self.pixels(box.projectionBoundsTop, box.projectionBoundsBottom, size.height)
        fields += [("bound_left", left), ("bound_top", top), ("bound_right", right), ("bound_bottom", bottom)]
      }
    } else {
      return
    }
    // 16.16 fixed-point degrees.
    fields.append(("yaw", Int64(pose.poseYawDegrees >> 16)))
    fields.append(("pitch", Int64(pose.posePitchDegrees >> 16)))
    fields.append(("roll", Int64(pose.poseRollDegrees >> 16)))
    stream.sideData.append(.spherical(fields, projection: projection))
  }

  /// Converts the bounds on two opposite sides from fractions of the sphere to pixels. `length` is the size of the visible part.
  private static func pixels(_ first: UInt32, _ second: UInt32, _ length: Int) -> (first: Int64, second: Int64) {
    let (both, whole) = (UInt64(first) + UInt64(second), UInt64(UInt32.max))
    guard both < whole, length > 0 else { return (0, 0) }
    let sphere = UInt64(length) * whole / (whole - both)
    let (product, overflow) = sphere.multipliedReportingOverflow(by: UInt64(first))
    if overflow { return (0, 0) }
    // Rounded up.
    let start = product / whole + (product % whole > 0 ? 1 : 0)
    return (Int64(clamping: start), Int64(clamping: sphere) - Int64(length) - Int64(clamping: start))
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
