import { ApolloClient, ApolloLink } from '@apollo/client'
import { demoUser } from '#rules/demo-user.ts'
import { connectionLost, onConnection } from '../lib/connection.ts'
import { checked } from '../lib/http-error.ts'
import { createCache } from './cache.ts'
import { InTurnLink } from './in-turn-link.ts'
import { jsonLink } from './json-link.ts'

const GATEWAY_STATUSES = [502, 503, 504]

/** Any answer outside 2xx is an error in the words of `HttpError`; an unreachable server is made known. */
async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (error instanceof TypeError) connectionLost()
    throw error
  })
  if (GATEWAY_STATUSES.includes(response.status)) connectionLost()
  return checked(response)
}

/** @param isDemo whether the caller acts as the demo user now */
export function createClient({
  uri = '/graphql',
  isDemo,
}: {
  uri?: string
  isDemo: () => boolean
}): ApolloClient {
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      new InTurnLink(),
      jsonLink(uri, {
        fetch: request,
        headers: () => (isDemo() ? { [demoUser.header]: '1' } : {}),
      }),
    ]),
  })
  onConnection((lost) => {
    if (!lost) refetchFailed(client)
  })
  return client
}

function refetchFailed(client: ApolloClient) {
  for (const query of client.getObservableQueries())
    if (query.getCurrentResult().error) query.refetch().catch(() => {})
}
