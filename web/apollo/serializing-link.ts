import { ApolloLink, Observable } from '@apollo/client'

interface Queued {
  /** Of the operation. */
  name: string | undefined
  toggle: string | undefined
  send: () => void
  supersede: () => void
}

/** Why a toggle was not sent: the viewer has clicked again meanwhile. */
export class SupersededError extends Error {}

/**
 * Sends operations with the same `context.serializationKey` one after another, so that the last of
 * two opposite requests (like, unlike) also arrives last. A toggle (`context.toggle`, its name)
 * takes the place of the same one that waits, so that many clicks send at most two requests.
 */
export class SerializingLink extends ApolloLink {
  readonly #queues = new Map<string, { running: Queued; waiting: Queued[] }>()

  override request(
    operation: ApolloLink.Operation,
    forward: ApolloLink.ForwardFunction,
  ): Observable<ApolloLink.Result> {
    const { serializationKey: key, toggle } = operation.getContext()
    if (key === undefined) return forward(operation)
    // Also turns what `forward` throws into an error of the operation.
    const result = new Observable<ApolloLink.Result>((observer) =>
      forward(operation).subscribe(observer),
    )
    return new Observable((observer) => {
      this.#add(key, {
        name: operation.operationName,
        toggle,
        send: () => result.subscribe(observer).add(() => this.#next(key)),
        supersede: () => observer.error(new SupersededError()),
      })
    })
  }

  #add(key: string, added: Queued): void {
    const queue = this.#queues.get(key)
    if (!queue) {
      this.#queues.set(key, { running: added, waiting: [] })
      added.send()
      return
    }
    const { running, waiting } = queue
    const superseded =
      added.toggle && waiting.at(-1)?.toggle === added.toggle ? waiting.pop() : undefined
    // The third click wants what the first one is sending.
    if (superseded && waiting.length === 0 && added.name === running.name) added.supersede()
    else waiting.push(added)
    superseded?.supersede()
  }

  #next(key: string): void {
    const queue = this.#queues.get(key)
    const next = queue?.waiting.shift()
    if (!queue || !next) return void this.#queues.delete(key)
    queue.running = next
    next.send()
  }
}
