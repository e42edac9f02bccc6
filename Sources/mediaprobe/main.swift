import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

ignoreBrokenPipes()
ignoreFileSizeLimits()
unblockInterrupts()
removeUnfinishedOutputsOnInterrupt()

func run(_ words: [String]) -> ExitCode {
  do {
    switch try parseCommandLine(words, commandTable, implied: infoCommand) {
    case .version: return printText("\(toolName) \(toolVersion)\n")
    case .help(let command): return printText(command.map(helpText) ?? overview(commandTable))
    case .run(let invocation):
      Verbosity.set(invocation)
      return refuseChange(invocation) ?? refuseInputTwice(invocation) ?? refuseOverwriting(invocation) ?? invocation.command.run(invocation)
    }
  } catch {
    reportLines(String(usageText(error).dropLast()))
    return .usage
  }
}

guard let words = commandLineWords() else {
  report("no access to the command line arguments: /proc is not mounted")
  exit(ExitCode.ioError.rawValue)
}
exit(run(words).rawValue)
