import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

const badRequest = (message: string, status: number) => new GraphQLError(message, { extensions: { code: 'BAD_INPUT', http: { status } } })

/** Takes what GraphQL over HTTP asks for and nothing else: a form that another site could post is none of it. */
export function strictRequests(): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (request.method === 'POST' && !/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
        throw new GraphQLError('Send the operation as application/json.', {
          extensions: { code: 'UNSUPPORTED_MEDIA', http: { status: 415 } },
        })
      }
      if (request.method === 'GET' && requestParser) {
        setRequestParser((each) => {
          try {
            return requestParser(each)
          } catch {
            throw badRequest('Variables and extensions have to be valid JSON.', 400)
          }
        })
      }
    },
  }
}
