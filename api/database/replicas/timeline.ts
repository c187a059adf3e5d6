/** Where the primary's log was, and when. */
export class History {
  readonly #mostBehind: number
  #seen: { at: number; position: number }[] = []

  constructor(mostBehind: number) {
    this.#mostBehind = mostBehind
  }

  add(at: number, position: number) {
    this.#seen = [
      ...this.#seen.filter((each) => at - each.at <= 2 * this.#mostBehind),
      { at, position },
    ]
  }

  clear() {
    this.#seen = []
  }

  /** Whether whoever is at a position lacks nothing that was there a while ago. */
  isNear(position: number): boolean {
    const [now, reached] = [
      this.#seen.at(-1),
      this.#seen.findLast((each) => each.position <= position),
    ]
    return now !== undefined && reached !== undefined && now.at - reached.at <= this.#mostBehind
  }
}

/**
 * Whether a replica goes the way of the primary. After a promotion one may have what the new primary never had: positions of its log
 * mean nothing then, and it stands still until it is made anew.
 */
export class Course {
  /** Where it was when it was looked at last. */
  #seen: number | null = null
  /** All that it can have of another log ends here. */
  #parted = 0
  #isDoubtful = false

  /** The primary is another one. */
  doubt() {
    this.#isDoubtful = true
  }

  /** @param primary where that was when both were asked at the same time */
  follows(
    { position, received }: { position: number; received: number },
    primary: number,
  ): boolean {
    const before = this.#seen
    this.#seen = position
    // What it had before the primary was asked, the primary has. Of the first look it is not known which of the two answered sooner.
    if (before === null && position > primary) return false
    if (this.#isDoubtful || (before ?? 0) > primary)
      this.#parted = Math.max(this.#parted, position, received, before ?? 0, primary)
    this.#isDoubtful = false
    return position > this.#parted
  }
}
