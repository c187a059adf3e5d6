import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../database/client.ts'
import type { Notices } from '../../database/notices.ts'
import { together } from '../../together.ts'
import { lastNumber } from './news.ts'
import { SeenNews } from './seen-news.ts'

/** Milliseconds in which news arrive that were numbered. After that it is looked: they may be lost. */
const ON_THEIR_WAY = 50
/**
 * For how many milliseconds one question is enough, and by how many more a change is held back: clocks do not run alike. Each process
 * relies on the others to hold back for as long as it believes, also while servers are replaced by those of another version.
 */
const BELIEVED = 4
const MARGIN = 1
/** After which part of that it is asked again, beside those who read. */
const RENEWED_AFTER = 0.75
const KNOWN = Promise.resolve()

interface Options {
  database: Database
  /** What may have been told was not heard. */
  onUnheard: () => void
  /** Milliseconds. */
  believed?: number | undefined
}

/**
 * How far a process has come with the numbered news. Whoever changed something may rely on it: their answer is held back until
 * every process has asked for the last number since, or will before it answers anybody from memory.
 */
export class NewsCourse {
  readonly #database: Database
  readonly #onUnheard: () => void
  readonly #believed: number
  #known = 0
  #seen = new SeenNews()
  #catching: Promise<void> | null = null
  #followed: Pick<Notices, 'ask'> | null = null
  #isOneWay = true
  /** When the last question began that was answered. */
  #askedAt = Number.NEGATIVE_INFINITY
  #renewing: Promise<void> | null = null
  #doubts = 0

  constructor({ database, onUnheard, believed = BELIEVED }: Options) {
    this.#database = database
    this.#onUnheard = onUnheard
    this.#believed = believed
  }

  /** The number of the last news that this process knows of; zero where it has to be asked for. */
  get known(): number {
    return this.#known
  }

  /** The number up to which all news are seen in what is given out. */
  get seen(): number {
    return this.#seen.upTo
  }

  /** A statement told the number of the last news. Whoever was answered before it began sees their changes from now on. */
  learn(number: number): void {
    if (number > this.#known) this.#known = number
  }

  /**
   * Resolves when all is known of that anybody was answered about before. It is learned by a statement that all share who ask before it
   * begins, and who ask soon after.
   */
  ask(): Promise<void> {
    const age = performance.now() - this.#askedAt
    if (age >= this.#believed) return this.#renewing ? this.#renewing.then(() => this.ask()) : this.#question()
    // Who comes later need not wait then. Where it fails, they ask themselves.
    if (age >= this.#believed * RENEWED_AFTER) {
      this.#renewing ??= this.#question()
        .catch(() => {})
        .finally(() => {
          this.#renewing = null
        })
    }
    return KNOWN
  }

  /** Resolves when no process answers any more as if what is told by now were not. */
  async knownToAll(): Promise<void> {
    const began = performance.now()
    const wait = this.#believed + MARGIN
    // A timer may be early by as long as the turn of the loop takes in which it was set.
    for (let left = wait; left > 0; left = began + wait - performance.now()) await setTimeout(Math.ceil(left))
  }

  /**
   * From now on it is learned from whoever brings the news, with which these come.
   * @param isOneWay whether statements take the same way to the database; otherwise either may be the first to come to another one
   */
  follow(notices: Pick<Notices, 'ask'>, isOneWay: boolean): void {
    this.#followed = notices
    this.#isOneWay = isOneWay
  }

  see(number: number): void {
    this.#seen.add(number)
  }

  /** @returns whether some of them were not seen one by one */
  seeAllUpTo(number: number): boolean {
    return this.#seen.addAllUpTo(number)
  }

  /**
   * Resolves when all is seen that is known of.
   * @param mayHear whether it is of use to hear of what changed
   * @param look sees all that there is
   */
  async catchUp(mayHear: () => boolean, look: () => Promise<unknown>): Promise<void> {
    const wanted = this.#known
    // After a doubt it is not known any more, and all is read anew in any case.
    while (this.#seen.upTo < Math.min(wanted, this.#known)) {
      this.#catching ??= this.#hearOrLook(mayHear, look).finally(() => {
        this.#catching = null
      })
      await this.#catching
    }
  }

  /** Something may have been missed, and of a database that took another's place, numbers may be lower. */
  doubt(): void {
    this.#doubts++
    this.#known = 0
    this.#seen = new SeenNews()
    this.#askedAt = Number.NEGATIVE_INFINITY
  }

  async #hearOrLook(mayHear: () => boolean, look: () => Promise<unknown>): Promise<void> {
    const wanted = this.#known
    if (mayHear()) await this.#seen.reaches(wanted, ON_THEIR_WAY)
    if (this.#seen.upTo < wanted) await look()
  }

  readonly #question = together(async () => {
    for (;;) {
      const [began, doubts] = [performance.now(), this.#doubts]
      const numbers = this.#followed ? [this.#followed.ask().catch(() => this.#askUnheard())] : []
      if (!this.#followed || !this.#isOneWay) numbers.push(this.#askAnyway())
      const told = await Promise.all(numbers)
      // It may have been another database that told them.
      if (doubts !== this.#doubts) continue
      for (const number of told) this.learn(Number(number))
      this.#askedAt = began
      return
    }
  })

  async #askAnyway(): Promise<unknown> {
    const [row] = await this.#database.rows<{ number: string }>`SELECT ${lastNumber} AS "number"`
    return row?.number
  }

  /** Nothing that is told meanwhile is heard, and a number may be known before what it stands for is committed. */
  #askUnheard(): Promise<unknown> {
    this.#onUnheard()
    return this.#askAnyway()
  }
}
