import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import packageJson from '../../package.json' with { type: 'json' }
import type { Settings } from '../settings.ts'
import { listen } from './listen.ts'
import { unavailableAnswer } from './unavailable.ts'

const { version } = packageJson
const STARTING = 'Good Vibes is starting. Please try again in a few seconds.'
const MIGRATING = 'The database is being brought to this version. Please try again in a while.'

export interface WaitingRoom {
  /** From now on it is said that the database is migrated, which may take a while. */
  migrating(): void
  close(): Promise<void>
}

/**
 * Answers in place of the product while that starts: it is alive, it is not ready, and all else is to be tried again.
 * @throws OperatorError when the port or the host cannot be had
 */
export async function openWaitingRoom(settings: Settings): Promise<WaitingRoom> {
  let sentence = STARTING
  const { close } = await listen((req, res) => answer(req, res, sentence), settings)
  return {
    migrating() {
      sentence = MIGRATING
    },
    close,
  }
}

function answer(req: IncomingMessage, res: ServerResponse, sentence: string) {
  const url = req.url ?? ''
  // Whoever comes again is to be answered by the product.
  res.setHeader('Connection', 'close').setHeader('Cache-Control', 'no-store')
  if (url === '/healthz') return void res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ status: 'ok', version }))
  const { status, type, body, headers } = unavailableAnswer(url === '/readyz' ? '/api/' : url, req, randomUUID(), sentence)
  res.writeHead(status, ['Content-Type', type, ...headers]).end(body)
}
