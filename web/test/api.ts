import { HttpResponse, http } from 'msw'
import { graphql } from 'msw/graphql'

/** Mock handlers: `api.query<FeedQuery, FeedQueryVariables>('Feed', …)`. */
export const api = graphql.link('*/graphql')

/** The answer to an operation that was sent too often. */
export const rateLimited = (message: string) =>
  HttpResponse.json<{ errors: { message: string; extensions: Record<string, string> }[] }>(
    { errors: [{ message, extensions: { code: 'RATE_LIMITED', reason: 'RATE_LIMITED' } }] },
    { status: 429, headers: { 'Content-Type': 'application/graphql-response+json' } },
  )

interface Subscription {
  query: string
  variables: Record<string, unknown>
}

/** Handles the requests that open a stream. */
export const onSubscription = (
  respond: (subscription: Subscription) => HttpResponse<string> | undefined,
) =>
  http.post('*/graphql', async ({ request }) =>
    request.headers.get('accept') === 'text/event-stream'
      ? respond((await request.clone().json()) as Subscription)
      : undefined,
  )
