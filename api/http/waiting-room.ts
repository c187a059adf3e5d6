import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Settings } from '#api/settings/settings.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Listening, listen } from './listen.ts'
import { unavailableAnswer } from './unavailable.ts'

const { version } = packageJson
const STARTING = 'Good Vibes is starting. Please try again in a few seconds.'
const MIGRATING = 'The database is being brought to this version. Please try again in a while.'

/** Keeps the port and answers in place of the product until that takes over. */
export interface WaitingRoom extends Listening {
  /** From now on its answers say that the database is migrated, which may take a while. */
  migrating(): void
  /** From now on the product answers, on the same port. */
  handOver(app: RequestListener): Listening
  /** Frees the port at once, for another process. Requests without an answer are broken off. */
  leave(): Promise<void>
}

/**
 * While the product starts, /healthz is 200 and everything else is 503 with `Retry-After`.
 * @throws OperatorError when the port or the host cannot be had
 */
export async function openWaitingRoom(
  settings: Pick<Settings, 'host' | 'port'>,
): Promise<WaitingRoom> {
  let sentence = STARTING
  let answering: RequestListener = (req, res) => answer(req, res, sentence)
  const listening = await listen((req, res) => answering(req, res), settings)
  return {
    ...listening,
    migrating() {
      sentence = MIGRATING
    },
    handOver(app) {
      answering = app
      return listening
    },
    leave() {
      const closed = listening.close()
      listening.breakOff()
      return closed
    },
  }
}

function answer(req: IncomingMessage, res: ServerResponse, sentence: string) {
  const url = req.url ?? ''
  // Whoever comes again is to be answered by the product.
  res.setHeader('Connection', 'close').setHeader('Cache-Control', 'no-store')
  if (url === '/healthz')
    return void res
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ status: 'ok', version }))
  const { status, type, body, headers } = unavailableAnswer(
    url === '/readyz' ? '/api/' : url,
    req,
    randomUUID(),
    sentence,
  )
  res.writeHead(status, ['Content-Type', type, ...headers]).end(body)
}
