import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Settings } from '#api/settings/settings.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { unavailableResponse } from './error-response.ts'
import { type ListeningServer, listen } from './listen.ts'

const { version } = packageJson
const STARTING = 'Good Vibes is starting. Please try again in a few seconds.'
const MIGRATING = 'Good Vibes is updating its database. Please try again in a few minutes.'

/** A placeholder that holds the port until the product is ready. */
export interface StartupServer extends ListeningServer {
  /** From now on, responses say that a migration runs. */
  showMigrating(): void
  /** Passes all further requests on this port to the product. */
  handOver(app: RequestListener): ListeningServer
  /** Frees the port at once for another process, and aborts pending requests. */
  abort(): Promise<void>
}

/**
 * Until the product takes over, /healthz is 200 and everything else is 503 with `Retry-After`.
 * @throws OperatorError when it cannot listen on the port or host
 */
export async function openStartupServer(
  settings: Pick<Settings, 'host' | 'port'>,
): Promise<StartupServer> {
  let sentence = STARTING
  let handler: RequestListener = (req, res) => respond(req, res, sentence)
  const listening = await listen((req, res) => handler(req, res), settings)
  return {
    ...listening,
    showMigrating() {
      sentence = MIGRATING
    },
    handOver(app) {
      handler = app
      return listening
    },
    abort() {
      const closed = listening.close()
      listening.closeConnections()
      return closed
    },
  }
}

function respond(req: IncomingMessage, res: ServerResponse, sentence: string) {
  const [path = ''] = (req.url ?? '').split('?')
  // The next request may need a connection to another process.
  res.setHeader('Connection', 'close').setHeader('Cache-Control', 'no-store')
  if (path === '/healthz')
    return void res
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ status: 'ok', version }))
  const { status, type, body, headers } = unavailableResponse(
    path === '/readyz' ? '/api/' : path,
    req,
    randomUUID(),
    sentence,
  )
  res.writeHead(status, ['Content-Type', type, ...headers]).end(body)
}
