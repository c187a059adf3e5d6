import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse, http, type RequestHandlerOptions } from 'msw'
import { type GraphQLResponseResolver, graphql } from 'msw/graphql'
import type { MutationTypes, QueryTypes } from './operations.generated.ts'

const link = graphql.link('*/graphql')

/** What a test answers: any name of a type, and lists that it may share. */
type Mock<Data> = Data extends readonly (infer Item)[]
  ? readonly Mock<Item>[]
  : Data extends object
    ? { [Field in keyof Data]: Field extends '__typename' ? string : Mock<Data[Field]> }
    : Data

interface Types {
  data: object
  // biome-ignore lint/suspicious/noExplicitAny: as msw has it
  variables: any
}
type Resolver<Operation extends Types> = GraphQLResponseResolver<
  // biome-ignore lint/suspicious/noExplicitAny: data of any shape
  Mock<Unmasked<Operation['data']>> & Record<string, any>,
  Operation['variables']
>

/** Mock handlers, typed by the name of an operation: `api.query('Feed', …)`. */
export const api = {
  query: <Name extends keyof QueryTypes>(
    name: Name,
    respond: Resolver<QueryTypes[Name]>,
    options?: RequestHandlerOptions,
  ) => link.query(name, respond, options),
  mutation: <Name extends keyof MutationTypes>(
    name: Name,
    respond: Resolver<MutationTypes[Name]>,
    options?: RequestHandlerOptions,
  ) => link.mutation(name, respond, options),
  operation: link.operation,
}

/**
 * Handles a mutation whose field has its name.
 * @param answer the fields of the payload for an input
 */
export function answerMutation(
  name: keyof MutationTypes,
  answer: (input: Record<string, unknown>) => object,
) {
  const field = name.charAt(0).toLowerCase() + name.slice(1)
  return link.mutation<Record<string, object>, { input: Record<string, unknown> }>(
    name,
    ({ variables: { input } }) => {
      const payload = { __typename: `${name}Payload`, userErrors: [], ...answer(input) }
      return HttpResponse.json({ data: { [field]: payload } })
    },
  )
}

/** The answer to an operation that was sent too often. */
export const rateLimited = (message: string) =>
  HttpResponse.json<{ errors: { message: string; extensions: Record<string, string> }[] }>(
    { errors: [{ message, extensions: { code: 'RATE_LIMITED', reason: 'RATE_LIMITED' } }] },
    { status: 429, headers: { 'Content-Type': 'application/graphql-response+json' } },
  )

/** An entry of `userErrors`, in mutations that ask for its field too. */
export interface ErrorData {
  __typename: string
  reason: string | null
  message: string
  field: string | null
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
