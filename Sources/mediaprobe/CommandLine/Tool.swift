let toolName = "mediaprobe"
let toolVersion = "0.1.0"
let toolAbstract = "Inspect and edit video bitstreams and containers."

/// The argument of commands that read one file.
let inputArgument = ArgumentSpec(name: "file", help: "The file to read, or '-' for standard input.")

/// The argument of commands that answer a question about each of several files.
let inputsArgument = ArgumentSpec(
  name: "file", help: "The files and folders to read, or '-' for standard input.", isOptional: true, isRepeated: true, isInputList: true)
