import AnnalsCLI

@main
struct AnnalsTool {
  static func main() {
    CommandLineTool.main()
  }
}
