import { ApolloLink, Observable } from '@apollo/client'

interface Waiting {
  isToggle: boolean
  send: () => void
  supersede: () => void
}

/** Why a toggle was not sent: the viewer has clicked again meanwhile. */
export class SupersededError extends Error {}

/**
 * Sends operations with the same `context.serializationKey` one after another, so that the last of
 * two opposite requests (like, unlike) also arrives last. A toggle (`context.isToggle`) takes the
 * place of one that waits, so that many clicks send at most two requests.
 */
export class SerializingLink extends ApolloLink {
  /** What waits for the running operation, by key. */
  readonly #waiting = new Map<string, Waiting[]>()

  override request(
    operation: ApolloLink.Operation,
    forward: ApolloLink.ForwardFunction,
  ): Observable<ApolloLink.Result> {
    const { serializationKey: key, isToggle = false } = operation.getContext()
    if (key === undefined) return forward(operation)
    return new Observable((observer) => {
      this.#add(key, {
        isToggle,
        send: () =>
          forward(operation)
            .subscribe(observer)
            .add(() => this.#next(key)),
        supersede: () => observer.error(new SupersededError()),
      })
    })
  }

  #add(key: string, added: Waiting): void {
    const waiting = this.#waiting.get(key)
    if (!waiting) {
      this.#waiting.set(key, [])
      added.send()
      return
    }
    const superseded = added.isToggle && waiting.at(-1)?.isToggle && waiting.pop()
    waiting.push(added)
    if (superseded) superseded.supersede()
  }

  #next(key: string): void {
    const next = this.#waiting.get(key)?.shift()
    if (next) next.send()
    else this.#waiting.delete(key)
  }
}
