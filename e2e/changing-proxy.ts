import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Serves a product with its pages and JSON changed. A browser that intercepts them itself would
 * pass every script through the test and not cache any.
 * @param change gives the new text of a response
 */
export async function startChangingProxy(
  target: string,
  change: (body: string, isPage: boolean) => string,
) {
  const server = createServer((req, res) => {
    // A stream would never be complete, and its events would change what is looked at.
    if (req.headers.accept === 'text/event-stream') {
      res.setHeader('Content-Type', 'text/event-stream').end('event: complete\ndata:\n\n')
      return
    }
    const { host: _host, origin, ...headers } = req.headers
    const forwarded = request(
      new URL(req.url ?? '', target),
      {
        method: req.method ?? 'GET',
        // A kept connection could be closed by the product just as it is used again.
        agent: false,
        headers: { ...headers, ...(origin && { origin: target }), 'accept-encoding': 'identity' },
      },
      async (response) => {
        const { 'content-length': length, ...received } = response.headers
        const [, type] = /(html|json)/.exec(received['content-type'] ?? '') ?? []
        res.writeHead(response.statusCode ?? 502, type ? received : response.headers)
        // The end of a response that is cut off would never come.
        response.on('error', () => res.destroy())
        if (type) res.end(change(await text(response).catch(() => ''), type === 'html'))
        else response.pipe(res)
      },
    )
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
