import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { answerMutation, api, onSubscription } from './api.ts'
import type { MutationTypes } from './operations.generated.ts'

/** The mocked network; a request without a handler fails the test. */
export const network = setupServer(
  // Refused streams are not opened again.
  onSubscription(() => new HttpResponse(null, { status: 403 })),
  http.get('*/readyz', () => HttpResponse.json({})),
  // The menu of a post asks what the viewer may do.
  api.query('ThreadEntries', ({ variables: { postId: id } }) =>
    HttpResponse.json({ data: { node: { __typename: 'Post', id, viewerCanCloseReplies: false } } }),
  ),
  // A composer in use asks whether these are the viewer's first posts.
  api.query('FirstRule', () => HttpResponse.json({ data: { viewer: null, rules: [] } })),
)

/** Mocks a mutation, and collects its inputs. */
export function mockMutation(name: keyof MutationTypes, payload: object) {
  const inputs: unknown[] = []
  network.use(
    answerMutation(name, (input) => {
      inputs.push(input)
      return payload
    }),
  )
  return inputs
}
