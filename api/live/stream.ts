import { ChangeBatch } from './change-batch.ts'
import type { StreamOwner } from './stream-limits.ts'

export interface StreamCaller<Viewer> extends StreamOwner {
  /** Null for anonymous callers. */
  viewer: Viewer | null
  /** Looks up the viewer's present state; null when the session has ended. */
  findViewer(): Promise<Viewer | null>
}

/** One open connection that waits for changes. A slow reader gets several batches as one. */
export class Stream<Viewer> {
  readonly caller: StreamCaller<Viewer>
  /** The viewer as of the latest batch. */
  viewer: Viewer | null
  readonly #endListeners: (() => void)[] = []
  /** Any row may have changed before the stream began. */
  #pending: ChangeBatch | null = ChangeBatch.reset()
  #resume: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #hasEnded = false

  constructor(caller: StreamCaller<Viewer>) {
    this.caller = caller
    this.viewer = caller.viewer
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Waits for changes. Null when the stream has ended. The first batch is a reset. */
  async nextBatch(): Promise<ChangeBatch | null> {
    while (!this.#hasEnded) {
      const batch = this.#pending
      this.#pending = null
      if (batch) return batch
      await new Promise<void>((resolve) => {
        this.#resume = resolve
      })
    }
    return null
  }

  deliver(batch: ChangeBatch): void {
    this.#pending = this.#pending?.with(batch) ?? batch
    this.#resume?.()
  }

  /** Delivers an empty batch later, for a reader that has postponed something. */
  wakeAfter(ms: number): void {
    if (this.#timer || this.#hasEnded) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.deliver(new ChangeBatch())
    }, ms)
  }

  /** Looks the viewer up again, and ends the stream of an ended session. */
  async refresh(): Promise<void> {
    if (!this.caller.viewer) return
    const viewer = await this.caller.findViewer().catch(() => null)
    if (viewer) this.viewer = viewer
    else this.end()
  }

  /** Calls the listener at once if the stream has ended. */
  onEnd(listener: () => void): void {
    if (this.#hasEnded) listener()
    else this.#endListeners.push(listener)
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#resume?.()
    for (const listener of this.#endListeners) listener()
  }
}
