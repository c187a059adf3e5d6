import { ApolloLink, Observable } from '@apollo/client'

/**
 * Operations with the same `context.inTurn` are sent one after the other, so that the last of two opposite intents (like, unlike)
 * also arrives last.
 */
export class InTurnLink extends ApolloLink {
  readonly #last = new Map<string, Promise<void>>()

  override request(
    operation: ApolloLink.Operation,
    forward: ApolloLink.ForwardFunction,
  ): Observable<ApolloLink.Result> {
    const key: string | undefined = operation.getContext().inTurn
    if (key === undefined) return forward(operation)
    return new Observable((observer) => {
      const before = this.#last.get(key) ?? Promise.resolve()
      const done = before.then(
        () =>
          new Promise<void>((resolve) => {
            forward(operation).subscribe(observer).add(resolve)
          }),
      )
      this.#last.set(key, done)
      done.finally(() => this.#last.get(key) === done && this.#last.delete(key))
    })
  }
}
