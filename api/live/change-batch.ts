import { type Change, type ChangedKind, privateKinds } from './changes.ts'

/** With more changed rows, readers look at everything again. */
const MAX_IDS = 5_000
const NONE: ReadonlySet<string> = new Set()

/** The changes of a short time together. */
export class ChangeBatch {
  readonly #ids = new Map<ChangedKind, Set<string>>()
  #isReset = false
  #size = 0

  /** After a reset any row may have changed. */
  static reset(): ChangeBatch {
    const batch = new ChangeBatch()
    batch.#isReset = true
    return batch
  }

  /** Whether any row may have changed. */
  get isReset(): boolean {
    return this.#isReset
  }

  get isEmpty(): boolean {
    return !this.#isReset && this.#size === 0
  }

  add(change: Change): void {
    if (change.kind === 'reset') this.#isReset = true
    else this.#addIds(change.kind, change.ids)
  }

  /** A new batch with the changes of both. */
  with(other: ChangeBatch): ChangeBatch {
    const merged = new ChangeBatch()
    merged.#isReset = this.#isReset || other.#isReset
    for (const [kind, ids] of [...this.#ids, ...other.#ids]) merged.#addIds(kind, ids)
    return merged
  }

  has(kind: ChangedKind, id: string): boolean {
    return this.#isReset || this.#idsOf(kind).has(id)
  }

  /** Whether any row of this kind may have changed. */
  hasAny(kind: ChangedKind): boolean {
    return this.#isReset || this.#idsOf(kind).size > 0
  }

  /** Whether a viewer may see any of the changes; null for anonymous callers. */
  concerns(viewerId: string | null): boolean {
    if (this.#isReset) return true
    for (const [kind, ids] of this.#ids)
      if (!privateKinds.has(kind) || (viewerId !== null && ids.has(viewerId))) return true
    return false
  }

  #idsOf(kind: ChangedKind): ReadonlySet<string> {
    return this.#ids.get(kind) ?? NONE
  }

  #addIds(kind: ChangedKind, ids: Iterable<string>): void {
    if (this.#isReset) return
    const all = this.#ids.get(kind) ?? new Set()
    this.#ids.set(kind, all)
    const before = all.size
    for (const id of ids) all.add(id)
    this.#size += all.size - before
    if (this.#size > MAX_IDS) {
      this.#isReset = true
      this.#ids.clear()
    }
  }
}
