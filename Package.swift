// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.strictMemorySafety()]

/// Flags of a module in the released program. Unsafe flags of a library would keep packages from depending on it, so they apply only where
/// `Release/build` and CI ask for them.
///
/// Access to class properties is not checked for exclusivity at run time, which takes 8 % of the time of `check`: debug builds and the
/// fuzzers check it. Modules without hot loops are optimised for size. Core modules have no metadata for
/// reflection, which Embedded Swift does without. Public declarations that the program does not use are left out: the linker otherwise keeps
/// all of them, and functions that share a section.
func released(isCold: Bool, isCore: Bool = false) -> [SwiftSetting] {
  if Context.environment["MEDIAPROBE_RELEASE"] == nil { return [] }
  var flags = ["-enforce-exclusivity=unchecked", "-Xfrontend", "-internalize-at-link", "-Xfrontend", "-function-sections"]
  if isCold { flags.append("-Osize") }
  if isCore { flags += ["-Xfrontend", "-disable-reflection-metadata"] }
  return [.unsafeFlags(flags, .when(configuration: .release))]
}

/// A core module: depends only on the Swift standard library and the modules in `uses`.
func core(_ name: String, _ uses: [String] = [], isCold: Bool = false) -> Target {
  .target(name: name, dependencies: uses.map { .byName(name: $0) }, swiftSettings: settings + released(isCold: isCold, isCore: true))
}

func tests(_ name: String, _ uses: [String]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: (uses + [name, "TestSupport"]).map { .byName(name: $0) },
    swiftSettings: settings)
}

let package = Package(
  name: "mediaprobe",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "BitstreamKit", targets: ["BitstreamKit"]),
    .library(name: "NALKit", targets: ["NALKit"]),
    .library(name: "AACKit", targets: ["AACKit"]),
    .library(name: "H264Kit", targets: ["H264Kit"]),
    .library(name: "HEVCKit", targets: ["HEVCKit"]),
    .library(name: "FLVKit", targets: ["FLVKit"]),
    .library(name: "MP4Kit", targets: ["MP4Kit"]),
    .library(name: "RemuxKit", targets: ["RemuxKit"]),
    .library(name: "ProbeKit", targets: ["ProbeKit"]),
    .library(name: "CheckKit", targets: ["CheckKit"]),
    .library(name: "EncoderKit", targets: ["EncoderKit"]),
    .library(name: "RTMPKit", targets: ["RTMPKit"]),
    .library(name: "RTMPTransport", targets: ["RTMPTransport"]),
    .library(name: "StreamingKit", targets: ["StreamingKit"]),
    .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
    .library(name: "FileIO", targets: ["FileIO"]),
    .library(name: "AsyncBitstreamKit", targets: ["AsyncBitstreamKit"]),
    .library(name: "AsyncRTMPKit", targets: ["AsyncRTMPKit"]),
    .library(name: "DataKit", targets: ["DataKit"]),
    .executable(name: "mediaprobe", targets: ["mediaprobe"]),
  ],
  targets: [
    core("BitstreamKit"),
    core("NALKit", ["BitstreamKit"]),
    core("AACKit", ["BitstreamKit"]),
    core("H264Kit", ["BitstreamKit", "NALKit"]),
    core("HEVCKit", ["BitstreamKit", "NALKit"]),
    core("FLVKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit"]),
    core("MP4Kit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit"]),
    core("RemuxKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit"]),
    core("ProbeKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit"]),
    core(
      "CheckKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit", "ProbeKit"], isCold: true),
    core("RTMPKit", ["BitstreamKit", "FLVKit"], isCold: true),
    .target(name: "FileIO", dependencies: ["BitstreamKit"], swiftSettings: settings + released(isCold: true)),
    .target(
      name: "EncoderKit", dependencies: ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "FileIO"],
      swiftSettings: settings + released(isCold: true)),
    .target(
      name: "RTMPTransport", dependencies: ["BitstreamKit", "FLVKit", "RTMPKit", "FileIO"], swiftSettings: settings + released(isCold: true)
    ),
    .target(name: "HTTPTransport", dependencies: ["BitstreamKit", "EncoderKit"], swiftSettings: settings + released(isCold: true)),
    .target(
      name: "StreamingKit",
      dependencies: [
        "BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit", "FileIO", "RTMPKit", "RTMPTransport",
        "EncoderKit",
      ],
      swiftSettings: settings + released(isCold: true)),
    // For users of the libraries; the command links none of them.
    .target(name: "AsyncBitstreamKit", dependencies: ["BitstreamKit", "NALKit"], swiftSettings: settings),
    .target(
      name: "AsyncRTMPKit", dependencies: ["BitstreamKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "RTMPKit", "RTMPTransport"],
      swiftSettings: settings),
    .target(name: "DataKit", dependencies: ["BitstreamKit", "NALKit"], swiftSettings: settings),
    .executableTarget(
      name: "mediaprobe",
      dependencies: [
        "BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit", "ProbeKit", "CheckKit", "EncoderKit",
        "FileIO", "RTMPKit", "RTMPTransport", "StreamingKit", "HTTPTransport",
      ],
      swiftSettings: settings + [.unsafeFlags(["-Osize", "-enforce-exclusivity=unchecked"], .when(configuration: .release))],
      // No symbol table, no symbols exported to libraries that the program does not load, equal functions and ends of texts once,
      // relocations packed, no sections that nothing reads at run time.
      // Unsafe flags of a program do not affect packages that depend on the libraries.
      linkerSettings: [
        .unsafeFlags(
          [
            "-use-ld=lld", "-Xlinker", "-O2", "-Xlinker", "-s", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all", "-Xlinker",
            "-z", "-Xlinker",
            "pack-relative-relocs", "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "-T", "-Xlinker",
            Context.packageDirectory + "/Release/discard-sections.ld",
          ], .when(platforms: [.linux], configuration: .release))
      ]),
    .executableTarget(
      name: "RecorderExample", dependencies: ["BitstreamKit", "MP4Kit", "RemuxKit", "FileIO"], path: "Examples/Recorder",
      swiftSettings: settings),
    .executableTarget(
      name: "TaskExamples",
      dependencies: [
        "BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit", "ProbeKit", "RTMPKit", "RTMPTransport",
        "FileIO", "EncoderKit", "StreamingKit",
      ], path: "Examples/Tasks", swiftSettings: settings),
    .executableTarget(
      name: "SlowRecorder", dependencies: ["BitstreamKit", "MP4Kit", "RemuxKit", "FileIO"], path: "Tests/SlowRecorder"),
    .target(name: "TestSupport", dependencies: ["BitstreamKit", "NALKit", "FLVKit", "MP4Kit", "RTMPKit"], path: "Tests/TestSupport"),
    tests("BitstreamKit", []),
    tests("NALKit", ["BitstreamKit"]),
    tests("AACKit", ["BitstreamKit"]),
    tests("H264Kit", ["BitstreamKit", "NALKit"]),
    tests("HEVCKit", ["BitstreamKit", "NALKit"]),
    tests("FLVKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit"]),
    tests("MP4Kit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit"]),
    tests("RemuxKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "FileIO"]),
    tests("ProbeKit", ["BitstreamKit", "NALKit", "RemuxKit", "CheckKit"]),
    tests("CheckKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit", "ProbeKit"]),
    tests("FileIO", ["BitstreamKit"]),
    tests("AsyncBitstreamKit", ["BitstreamKit", "NALKit"]),
    tests("AsyncRTMPKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "FLVKit", "RTMPKit"]),
    tests("DataKit", ["BitstreamKit", "NALKit", "H264Kit", "MP4Kit", "AsyncBitstreamKit"]),
    tests("EncoderKit", ["BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "FileIO"]),
    tests("RTMPKit", ["BitstreamKit", "FLVKit"]),
    tests("RTMPTransport", ["BitstreamKit", "FLVKit", "RTMPKit"]),
    tests("HTTPTransport", []),
    tests("StreamingKit", ["BitstreamKit", "FLVKit", "MP4Kit", "RTMPKit"]),
    tests("mediaprobe", ["BitstreamKit", "NALKit", "FLVKit", "RTMPKit"]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "BitstreamKit", "NALKit", "AACKit", "H264Kit", "HEVCKit", "FLVKit", "MP4Kit", "RemuxKit", "ProbeKit", "CheckKit", "RTMPKit",
        "TestSupport",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
