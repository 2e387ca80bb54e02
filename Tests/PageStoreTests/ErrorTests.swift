import Glibc
import Testing

@testable import PageStore
import StoreErrors

@Suite("An error")
struct ErrorTests {
  private static let phases: [StoreError.Phase] = [
    .opening, .growing, .reading, .writing, .syncing, .copying,
  ]

  private func error(_ status: Int32, _ phase: StoreError.Phase = .writing) -> StoreError {
    StoreError(
      CallFailure(call: "mdb_call", status: status),
      while: phase,
      at: "/place",
      mapBytes: 4711
    )
  }

  @Test(
    "names each of LMDB's codes",
    arguments: [
      (-30799, .internal), (-30798, .internal), (-30797, .damaged), (-30796, .damaged),
      (-30795, .io), (-30794, .futureFormat), (-30793, .damaged), (-30792, .mapFull),
      (-30791, .internal), (-30790, .busy), (-30789, .busy), (-30788, .tooLarge),
      (-30787, .damaged), (-30786, .internal), (-30785, .busy), (-30784, .damaged),
      (-30783, .internal), (-30782, .internal), (-30781, .internal), (-30780, .internal),
      (-1, .internal),
    ] as [(Int32, StoreError.Code)]
  )
  func codes(_ status: Int32, _ code: StoreError.Code) {
    let error = error(status)
    #expect(error.code == code)
    #expect(error.underlying?.hasPrefix("mdb_call: ") == true)
    #expect(error.underlying?.hasSuffix("(\(status))") == true)
  }

  @Test(
    "names each errno by what was being done",
    arguments: [
      (ENOENT, .opening, .noStore), (ENOTDIR, .opening, .noStore),
      (ENOTDIR, .copying, .cannotCreate),
      (EEXIST, .copying, .alreadyExists), (ENOTEMPTY, .copying, .alreadyExists),
      (EACCES, .opening, .permission), (EPERM, .opening, .permission),
      (EACCES, .syncing, .permission),
      (EROFS, .opening, .readOnly), (ENOSPC, .writing, .diskFull), (ENOSPC, .opening, .diskFull),
      (EDQUOT, .writing, .diskFull), (EFBIG, .writing, .diskFull), (ENOMEM, .opening, .mapFull),
      (ENOMEM, .growing, .mapFull), (ENOMEM, .writing, .tooLarge), (EAGAIN, .opening, .busy),
      (EBUSY, .opening, .busy), (EMFILE, .opening, .busy), (ENFILE, .opening, .busy),
      (EINVAL, .opening, .io), (ENODEV, .opening, .io), (EIO, .writing, .io), (EIO, .syncing, .io),
      (ENOTRECOVERABLE, .writing, .busy), (EINVAL, .writing, .io),
    ] as [(Int32, StoreError.Phase, StoreError.Code)]
  )
  func errnos(_ status: Int32, _ phase: StoreError.Phase, _ code: StoreError.Code) {
    #expect(error(status, phase).code == code)
  }

  @Test("always says where, and the way out")
  func hints() {
    for status in Array(Int32(-30799)...(-30780)) + Array(Int32(1)...133) {
      for phase in Self.phases {
        let error = error(status, phase)
        #expect(error.message.contains("/place") || status == -30789)
        #expect((1...2).contains(error.hints.count))
      }
    }
    #expect(error(-30792).message.contains("4711 bytes"))
  }

  @Test("of a transaction that failed earlier is the first one")
  func firstFailure() throws {
    try withEnvironment { environment, table in
      let refusal = code {
        try environment.write { transaction in
          let core = transaction.core
          #expect(core.failed(CallFailure(call: "mdb_put", status: -30796)).code == .damaged)
          #expect(core.failed(CallFailure(call: "mdb_put", status: -30782)).code == .damaged)
          throw StoreError(.internal, "hides the cause")
        }
      }
      #expect(refusal == .damaged)
      let count = try environment.read { try $0.count(of: table) }
      #expect(count == 0)
    }
  }
}
