import { ApolloClient, ApolloLink } from '@apollo/client'
import { demoUser } from '#rules/demo-user.ts'
import { reportConnectionLost, subscribeToConnection } from '../lib/connection.ts'
import { assertOk } from '../lib/http-error.ts'
import { createCache } from './cache.ts'
import { jsonLink } from './json-link.ts'
import { SerializingLink } from './serializing-link.ts'

const GATEWAY_STATUSES = [502, 503, 504]

/** @throws HttpError outside 2xx. Reports an unreachable server to `connection.ts`. */
async function fetchChecked(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch((error: unknown) => {
    if (error instanceof TypeError) reportConnectionLost()
    throw error
  })
  if (GATEWAY_STATUSES.includes(response.status)) reportConnectionLost()
  return assertOk(response)
}

/** @param isDemo whether requests act as the demo user */
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
      new SerializingLink(),
      jsonLink(uri, {
        fetch: fetchChecked,
        headers: () => (isDemo() ? { [demoUser.header]: '1' } : {}),
      }),
    ]),
  })
  subscribeToConnection((lost) => {
    if (!lost) refetchFailed(client)
  })
  return client
}

function refetchFailed(client: ApolloClient) {
  for (const query of client.getObservableQueries())
    if (query.getCurrentResult().error) query.refetch().catch(() => {})
}
