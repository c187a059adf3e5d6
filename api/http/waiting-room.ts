import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import packageJson from '../../package.json' with { type: 'json' }
import type { Settings } from '../settings.ts'
import { type Listening, listen } from './listen.ts'
import { unavailableAnswer } from './unavailable.ts'

const { version } = packageJson
const STARTING = 'Good Vibes is starting. Please try again in a few seconds.'
const MIGRATING = 'The database is being brought to this version. Please try again in a while.'

/** Answers that it is to be tried again. */
export const answerStarting: RequestListener = (req, res) => answer(req, res, STARTING)

export interface WaitingRoom {
  /** From now on it is said that the database is migrated, which may take a while. */
  migrating(): void
  close(): Promise<void>
}

/** One in this process. */
export interface OwnWaitingRoom extends WaitingRoom, Listening {
  /** From now on the product answers, at the same door: nobody finds it shut. */
  handOver(app: RequestListener): Listening
}

/**
 * Answers in place of the product while that starts: it is alive, it is not ready, and all else is to be tried again.
 * @throws OperatorError when the port or the host cannot be had
 */
export async function openWaitingRoom(settings: Pick<Settings, 'host' | 'port'>): Promise<OwnWaitingRoom> {
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
