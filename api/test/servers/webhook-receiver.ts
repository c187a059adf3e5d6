import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedMessage {
  /** The header `webhook-id`. */
  id: string
  headers: IncomingHttpHeaders
  body: string
}

/** Answers a message. */
export type Respond = (res: ServerResponse, message: ReceivedMessage) => void

export interface WebhookReceiver {
  url: string
  /** In the order of their arrival. */
  messages: ReceivedMessage[]
  respond: Respond
  close(): void
}

const accept: Respond = (res) => res.writeHead(204).end()

/** An HTTP server on a free port that records the messages of webhooks, and accepts them. */
export async function startWebhookReceiver(respond = accept): Promise<WebhookReceiver> {
  const server = createServer(async (req, res) => {
    // The sender may be killed meanwhile.
    const body = await text(req).catch(() => null)
    if (body === null) return
    const message = { id: String(req.headers['webhook-id']), headers: req.headers, body }
    receiver.messages.push(message)
    receiver.respond(res, message)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages: [],
    respond,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
