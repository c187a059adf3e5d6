import { ApolloLink, Observable } from '@apollo/client'

/**
 * Sends operations with the same `context.serializationKey` one after another,
 * so that the last of two opposite requests (like, unlike) also arrives last.
 */
export class SerializingLink extends ApolloLink {
  readonly #last = new Map<string, Promise<void>>()

  override request(
    operation: ApolloLink.Operation,
    forward: ApolloLink.ForwardFunction,
  ): Observable<ApolloLink.Result> {
    const key: string | undefined = operation.getContext().serializationKey
    if (key === undefined) return forward(operation)
    return new Observable((observer) => {
      const previous = this.#last.get(key) ?? Promise.resolve()
      const done = previous.then(
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
