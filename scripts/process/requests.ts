import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Product } from '../../e2e/server.ts'

/** Sends the head and half of the body of a request. */
export async function startRequest({ url }: Pick<Product, 'url'>): Promise<http.ClientRequest> {
  const request = http.request(`${url}/graphql`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
  })
  request.flushHeaders()
  await once(request, 'continue')
  request.write('{"query":"{ __')
  return request
}

/** Sends the rest of the request, and resolves with the response body. */
export async function finishRequest(request: http.ClientRequest): Promise<string> {
  request.end('typename }"}')
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return text(response)
}

export async function isListening({ url }: Pick<Product, 'url'>): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
