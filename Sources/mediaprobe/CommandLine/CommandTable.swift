/// All commands, in the order of the help.
let commands: [CommandSpec] = [
  infoCommand, checkCommand, diffCommand, explainCommand, naluCommand, traceCommand, paramsCommand, framesCommand, gopCommand,
  packetsCommand, reportCommand, plotCommand, ffprobeCommand, flvCommand, aacCommand,
  mp4Command, remuxCommand, cutCommand, joinCommand, extractCommand, addTrackCommand, retagCommand, recoverCommand, encodeCommand,
  editCommand, publishCommand, pullCommand, roundtripCommand, completionCommand, manualCommand,
]
