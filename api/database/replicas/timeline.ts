/** The primary's positions over time. */
export class PositionHistory {
  readonly #maxLagMs: number
  #samples: { at: number; position: number }[] = []

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  add(at: number, position: number) {
    const recent = this.#samples.filter((each) => at - each.at <= 2 * this.#maxLagMs)
    this.#samples = [...recent, { at, position }]
  }

  clear() {
    this.#samples = []
  }

  /** Whether a replica at this position is at most the maximum lag behind the primary. */
  isWithinLag(position: number): boolean {
    const newest = this.#samples.at(-1)
    const reached = this.#samples.findLast((each) => each.position <= position)
    return newest !== undefined && reached !== undefined && newest.at - reached.at <= this.#maxLagMs
  }
}

/**
 * Detects whether a replica is on the primary's timeline. After a promotion a replica may have data
 * that the new primary never had. Its positions mean nothing until it is rebuilt.
 */
export class ReplicaTimeline {
  #lastPosition: number | null = null
  /** The replica's data of another timeline ends at or before this position. */
  #divergedAt = 0
  #hasNewPrimary = false

  onNewPrimary() {
    this.#hasNewPrimary = true
  }

  /** @param primaryPosition from the same poll */
  isOnTimeline(
    { position, received }: { position: number; received: number },
    primaryPosition: number,
  ): boolean {
    const last = this.#lastPosition
    this.#lastPosition = position
    // At the first poll the replica may have responded later than the primary.
    if (last === null && position > primaryPosition) return false
    // The primary has everything that the replica had at the previous poll, unless they diverged.
    if (this.#hasNewPrimary || (last ?? 0) > primaryPosition)
      this.#divergedAt = Math.max(this.#divergedAt, position, received, last ?? 0, primaryPosition)
    this.#hasNewPrimary = false
    return position > this.#divergedAt
  }
}
