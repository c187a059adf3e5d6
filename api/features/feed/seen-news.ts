/** More than this beyond a gap are forgotten: what fills the gap then is a look, which sees them all. */
const MOST_BEYOND = 1_000

/** Which of the numbered news were seen here: all up to one, and some beyond it. */
export class SeenNews {
  #upTo = 0
  readonly #beyond = new Set<number>()
  #waiting: { number: number; stop: () => void }[] = []

  /** The number up to which all were seen. */
  get upTo(): number {
    return this.#upTo
  }

  add(number: number): void {
    if (number <= this.#upTo) return
    if (this.#beyond.size >= MOST_BEYOND) this.#beyond.clear()
    this.#beyond.add(number)
    this.#goOn()
  }

  addAllUpTo(number: number): void {
    if (number <= this.#upTo) return
    this.#upTo = number
    for (const each of this.#beyond) if (each <= number) this.#beyond.delete(each)
    this.#goOn()
  }

  /** Resolves when all up to a number were seen, or after so many milliseconds. */
  reaches(number: number, patience: number): Promise<void> {
    if (number <= this.#upTo) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience)
      const stop = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.push({ number, stop })
    })
  }

  #goOn() {
    while (this.#beyond.delete(this.#upTo + 1)) this.#upTo++
    const done = this.#waiting.filter(({ number }) => number <= this.#upTo)
    if (done.length === 0) return
    this.#waiting = this.#waiting.filter(({ number }) => number > this.#upTo)
    for (const { stop } of done) stop()
  }
}
