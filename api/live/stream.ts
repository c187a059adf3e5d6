import { ChangeBatch } from './change-batch.ts'
import type { Clock } from './clock.ts'
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
  readonly #clock: Clock
  readonly #endListeners: (() => void)[] = []
  /** Any row may have changed before the stream began. */
  #pending: ChangeBatch | null = ChangeBatch.reset()
  #resume: (() => void) | null = null
  #wakeUp: { at: number; cancel: () => void } | null = null
  #hasEnded = false

  constructor(caller: StreamCaller<Viewer>, clock: Clock) {
    this.#clock = clock
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
    const at = this.#clock.now() + ms
    if (this.#hasEnded || (this.#wakeUp && this.#wakeUp.at <= at)) return
    this.#wakeUp?.cancel()
    const wake = () => {
      this.#wakeUp = null
      this.deliver(new ChangeBatch())
    }
    this.#wakeUp = { at, cancel: this.#clock.schedule(wake, ms) }
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
    this.#wakeUp?.cancel()
    this.#resume?.()
    for (const listener of this.#endListeners) listener()
  }
}
