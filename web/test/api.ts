import type { Unmasked } from '@apollo/client/masking'
import { type HttpResponse, http } from 'msw'
import { type GraphQLResponseResolver, graphql } from 'msw/graphql'
import type { MutationTypes, QueryTypes } from './operations.generated.ts'

const link = graphql.link('*/graphql')

interface Types {
  data: object
  // biome-ignore lint/suspicious/noExplicitAny: as msw has it
  variables: any
}
type Resolver<Operation extends Types> = GraphQLResponseResolver<
  // biome-ignore lint/suspicious/noExplicitAny: data of any shape
  Unmasked<Operation['data']> & Record<string, any>,
  Operation['variables']
>

/** Mock handlers, typed by the name of an operation: `api.query('Feed', …)`. */
export const api = {
  query: <Name extends keyof QueryTypes>(name: Name, respond: Resolver<QueryTypes[Name]>) =>
    link.query(name, respond),
  mutation: <Name extends keyof MutationTypes>(
    name: Name,
    respond: Resolver<MutationTypes[Name]>,
  ) => link.mutation(name, respond),
  operation: link.operation,
}

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
