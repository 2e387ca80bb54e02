import StoreErrors

/// The answer is no, and what was printed says so: the tool exits with 1 and adds nothing.
struct NegativeAnswer: Error {}

/// The exit codes, the same for all commands.
enum ExitCode {
  static let done: Int32 = 0
  static let negative: Int32 = 1
  static let internalFault: Int32 = 70
  static let interrupted: Int32 = 130
  static let closedPipe: Int32 = 141

  /// The exit code of an error.
  static func of(_ code: StoreError.Code) -> Int32 { table[code] ?? internalFault }

  /// The exit code of what a signal ended, as a shell gives it.
  static func ofSignal(_ number: Int32) -> Int32 { 128 + number }

  private static let table: [StoreError.Code: Int32] = [
    .notFound: negative,
    .verificationFailed: 2,
    .conflict: 3, .notUnique: 3, .keyReused: 3,
    .usage: 64,
    .badData: 65, .tooLarge: 65,
    .noStore: 66, .futureFormat: 66, .newerTypes: 66,
    .internal: internalFault, .misuse: internalFault, .closed: internalFault,
    .alreadyExists: 73, .cannotCreate: 73,
    .diskFull: 74, .mapFull: 74, .io: 74, .damaged: 74,
    .busy: 75,
    .permission: 77, .readOnly: 77,
    .cancelled: interrupted,
  ]
}
