internal import AnnalsBenchmarks

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

@main
struct AnnalsBenchTool {
  static func main() { exit(BenchmarkCommand.run(Array(CommandLine.arguments.dropFirst()))) }
}
