public import Annals

/// Which commits a history has: the type's definition, many large ones, those that measure growth, which are as
/// large, and small ones.
public struct HistoryLayout: Sendable, Hashable {
  /// Commits of people being created.
  let loading: Int
  /// Large commits that follow.
  let large: Int
  /// Large commits of each round in which growth is measured.
  let round = 10
  /// How many of these rounds.
  let rounds: Int
  /// Events of a large commit.
  let size: Int
  /// Small commits at the end.
  let small: Int
  /// Events of a small commit.
  let smallSize: Int

  /// The layout of a history of so many events after the people are there.
  public init(_ plan: HistoryPlan, events: Int) {
    size = plan.commitSize
    loading = (plan.people + size - 1) / size
    large = (events + size - 1) / size
    rounds = plan.rounds
    small = plan.lastCommits
    smallSize = plan.lastCommitSize
  }

  private var largeTotal: Int { loading + large + rounds * round }

  /// How many events the whole history has, the type's definition left out.
  public var eventCount: Int { largeTotal * size + small * smallSize }

  /// The last commit.
  public var head: Revision { Revision(UInt64(1 + largeTotal + small)) }

  /// A commit after the people were there, drawn so that every event is as likely to be in it.
  func revision(_ random: inout SplitMix64) -> Revision {
    let event = loading * size + random.draw(below: eventCount - loading * size)
    let commit =
      event < largeTotal * size
      ? event / size : largeTotal + (event - largeTotal * size) / smallSize
    return Revision(UInt64(2 + commit))
  }

  /// A commit at the end so that as many small ones as `distance` follow it.
  func recentRevision(_ random: inout SplitMix64, distance: Int) -> Revision {
    Revision(UInt64(1 + largeTotal + random.draw(below: small - distance)))
  }
}
