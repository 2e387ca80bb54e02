import EventLog
import Foundation
import Synchronization
import Testing

@Suite("Contract: waiting")
struct WaitContract {
  @Test("what is there already is not waited for", arguments: Keeper.allCases)
  func known(keeper: Keeper) throws {
    try keeper.withLog { log in
      try log.append(.of("a"), .of("b"))
      #expect(try log.waitForCommit(after: .zero, timeout: .seconds(600)) == Revision(2))
      #expect(try log.waitForCommit(after: Revision(1), timeout: .zero) == Revision(2))
    }
  }

  @Test("the wait ends with its time, and gives the head", arguments: Keeper.allCases)
  func timeout(keeper: Keeper) throws {
    try keeper.withLog { log in
      #expect(try log.waitForCommit(after: .zero, timeout: .milliseconds(5)) == .zero)
      try log.append(.of("a"))
      for timeout in [Duration.zero, .seconds(-5), .milliseconds(5)] {
        #expect(try log.waitForCommit(after: Revision(1), timeout: timeout) == Revision(1))
        #expect(try log.waitForCommit(after: Revision(9), timeout: timeout) == Revision(1))
      }
    }
  }

  @Test("a commit of another thread ends the wait", arguments: Keeper.allCases)
  func otherThread(keeper: Keeper) throws {
    try keeper.withLog { log in
      inThreads(2) { number in
        #expect(throws: Never.self) {
          if number == 0 {
            let head = try log.waitForCommit(after: .zero, timeout: .seconds(600))
            #expect(head == Revision(1))
          } else {
            try log.append(.of("a"))
          }
        }
      }
    }
  }
}
