/// All commands, in the order of the help.
let commands: [CommandSpec] = [
  infoCommand, checkCommand, explainCommand, naluCommand, traceCommand, paramsCommand, framesCommand, gopCommand, packetsCommand,
  ffprobeCommand, flvCommand, aacCommand,
  mp4Command, remuxCommand, cutCommand, joinCommand, extractCommand, addTrackCommand, retagCommand, recoverCommand, encodeCommand,
  editCommand, publishCommand, pullCommand, roundtripCommand, completionCommand, manualCommand,
]
