import { ApolloClient, ApolloLink } from '@apollo/client'
import { BaseHttpLink } from '@apollo/client/link/http'
import { demoUser } from '#rules/demo-user.ts'
import { accountHeader } from '../lib/account.ts'
import { assertOk } from '../lib/api-error.ts'
import { connectionLost, reportConnectionLost } from '../lib/connection.ts'
import { createCache } from './cache.ts'
import { SerializingLink } from './serializing-link.ts'

const GATEWAY_STATUSES = [502, 503, 504]

/** @throws ApiError outside 2xx. Reports an unreachable server to `connection.ts`. */
async function fetchChecked(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
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
  const identity = new ApolloLink((operation, forward) => {
    operation.setContext({
      headers: {
        ...(isDemo() && { [demoUser.header]: '1' }),
        ...(operation.operationType === 'mutation' && accountHeader()),
      },
    })
    return forward(operation)
  })
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      new SerializingLink(),
      identity,
      new BaseHttpLink({ uri, fetch: fetchChecked }),
    ]),
  })
  connectionLost.subscribe(() => {
    if (!connectionLost.get()) refetchFailed(client)
  })
  return client
}

function refetchFailed(client: ApolloClient) {
  for (const query of client.getObservableQueries())
    if (query.getCurrentResult().error) query.refetch().catch(() => {})
}
