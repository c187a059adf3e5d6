import type { Database } from '../../database/client.ts'
import { together } from '../../together.ts'
import { lastNumber } from './news.ts'
import { SeenNews } from './seen-news.ts'

/** Milliseconds in which a notice arrives after its number is known. After that it counts as lost, and the newest posts are read again. */
const ARRIVAL_TIMEOUT = 50

/**
 * How far a process has come with the numbered changes. The statement that looks up a session returns the newest number, so that a
 * response made from memory waits for every change that was acknowledged before.
 */
export class NewsCourse {
  readonly #database: Database
  #known = 0
  #seen = new SeenNews()
  #catching: Promise<void> | null = null

  constructor(database: Database) {
    this.#database = database
  }

  /** The newest number that this process knows of; zero where it has to be looked up. */
  get known(): number {
    return this.#known
  }

  /** The number up to which every change is applied. */
  get seen(): number {
    return this.#seen.upTo
  }

  /** A statement returned the newest number. */
  learn(number: number): void {
    if (number > this.#known) this.#known = number
  }

  /** Looks up the newest number, in one statement for all callers that wait for it. */
  readonly ask = together(async () => {
    const [row] = await this.#database.rows<{ number: string }>`SELECT ${lastNumber} AS "number"`
    this.learn(Number(row?.number))
  })

  see(number: number): void {
    this.#seen.add(number)
  }

  seeAllUpTo(number: number): void {
    this.#seen.addAllUpTo(number)
  }

  /**
   * Resolves when every change that is known of is applied.
   * @param mayHear whether a notice can be applied
   * @param look reads the newest posts again
   */
  async catchUp(mayHear: () => boolean, look: () => Promise<unknown>): Promise<void> {
    const wanted = this.#known
    // After a reset it is not known any more, and everything is read again in any case.
    while (this.#seen.upTo < Math.min(wanted, this.#known)) {
      this.#catching ??= this.#hearOrLook(mayHear, look).finally(() => {
        this.#catching = null
      })
      await this.#catching
    }
  }

  /** Changes may have been missed, and a database that took another's place may count from a lower number. */
  doubt(): void {
    this.#known = 0
    this.#seen = new SeenNews()
  }

  async #hearOrLook(mayHear: () => boolean, look: () => Promise<unknown>): Promise<void> {
    const wanted = this.#known
    if (mayHear()) await this.#seen.reaches(wanted, ARRIVAL_TIMEOUT)
    if (this.#seen.upTo < wanted) await look()
  }
}
