/// All commands, in the order in which help lists them.
let commands: [CommandSpec] = [
  infoCommand, naluCommand, traceCommand, paramsCommand, framesCommand, gopCommand, packetsCommand, ffprobeCommand, flvCommand, aacCommand,
  mp4Command, remuxCommand, cutCommand, joinCommand, extractCommand, addTrackCommand, retagCommand, recoverCommand, editCommand,
  publishCommand, pullCommand, roundtripCommand, completionCommand,
]

let toolName = "mediaprobe"
let toolVersion = "0.1.0"
let toolAbstract = "Looks into video bitstreams and containers."

/// The name of the one file that a command reads.
let inputArgument = ArgumentSpec(name: "file", help: "The file to read, or '-' for standard input.")
