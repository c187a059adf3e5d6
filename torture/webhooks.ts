import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createDatabase, type Database } from '#api/database/client.ts'
import { migrate } from '#api/database/migrate.ts'
import { createWebhook } from '#api/features/webhook/webhook.write.ts'
import { IdGenerator } from '#api/lib/ids.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testSettings } from '#api/test/servers/settings.ts'
import {
  type Respond,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#api/test/servers/webhook-receiver.ts'
import { type Random, seeded } from '#demo/random.ts'
import { emptyDataDir, isolatedEnvironment } from '../e2e/server.ts'
import { ROOT } from '../scripts/run.ts'
import { startExternalDatabase } from './external-database.ts'

const WORKER = path.join(import.meta.dirname, 'webhook-worker.process.ts')
const WEBHOOKS = 3
/** Short, so that a worker soon continues for a killed one. */
const LEASE_MS = 1_000
const POST_INTERVAL_MS = 150
/** How long the receiver takes for a message. */
const MAX_RESPONSE_MS = 60
/** Of the first attempts of a message. */
const FAILURE_RATE = 0.03
const DRAIN_MS = 180_000
const POLL_MS = 100

export interface WebhookRound {
  /** A sentence for each problem. */
  problems: string[]
  /** Messages, and those of them that arrived more than once. */
  messages: number
  repeated: number
}

/**
 * Kills workers of webhooks at random points while people post. Each post has to reach each
 * webhook; what arrives again has to have the same id and body.
 */
export async function killWebhookWorkers(seed: number, kills: number): Promise<WebhookRound> {
  const dataDir = emptyDataDir()
  const external = await startExternalDatabase(dataDir)
  await migrate(external.url)
  const database = createDatabase(external.url, 4)
  const random = seeded(seed)
  const receiver = await startWebhookReceiver(respondRandomly(random))
  try {
    const author = await addWebhooks(database, receiver.url)
    const posting = new AbortController()
    const posts = post(database, author, posting.signal)
    const last = await killOneAfterTheOther(external.url, { kills, random })
    posting.abort()
    const contents = await posts
    const isDrained = await drain(database)
    last.kill('SIGKILL')
    return { ...check(receiver, contents, isDrained) }
  } finally {
    receiver.close()
    await database.$disconnect()
    await external.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Fails some first attempts, and takes a random time for the others. */
function respondRandomly(random: Random): Respond {
  const seen = new Set<string>()
  return async (res, { id }) => {
    const isFirst = !seen.has(id)
    seen.add(id)
    await setTimeout(random.between(0, MAX_RESPONSE_MS))
    res.writeHead(isFirst && random.chance(FAILURE_RATE) ? 500 : 204).end()
  }
}

/** @returns an author whose posts the webhooks send */
async function addWebhooks(database: Database, url: string) {
  const services = { database, ids: new IdGenerator(), settings: testSettings }
  const { aUser } = seeds(services)
  const [author, reader] = [await aUser(), await aUser()]
  for (let number = 0; number < WEBHOOKS; number++)
    await createWebhook(services, {
      ...{ ownerId: reader.id, url: `${url}/${number}` },
      subscription: 'subscription { postCreated { content } }',
      ...{ kinds: ['POST'], scope: 'EVERYONE', topicIds: [] },
    })
  return author
}

/** @returns the contents of all posts */
async function post(
  database: Database,
  by: { id: string },
  signal: AbortSignal,
): Promise<string[]> {
  const { aPost } = seeds({ database, ids: new IdGenerator() })
  const contents: string[] = []
  while (!signal.aborted) {
    contents.push((await aPost({ by })).content)
    await setTimeout(POST_INTERVAL_MS)
  }
  return contents
}

/** A killed worker's successor has started before, so somebody always works. @returns the last */
async function killOneAfterTheOther(
  databaseUrl: string,
  { kills, random }: { kills: number; random: Random },
): Promise<ChildProcess> {
  let worker = await startWorker(databaseUrl)
  for (let kill = 0; kill < kills; kill++) {
    const successor = await startWorker(databaseUrl)
    await setTimeout(random.between(0, 500))
    const exited = once(worker, 'exit')
    worker.kill('SIGKILL')
    await exited
    worker = successor
  }
  return worker
}

async function startWorker(databaseUrl: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/entry.js', WORKER], {
    cwd: ROOT,
    env: isolatedEnvironment({ DATABASE_URL: databaseUrl, LEASE_MS: String(LEASE_MS) }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

/** Waits until no delivery is due. */
async function drain(database: Database): Promise<boolean> {
  const end = Date.now() + DRAIN_MS
  while (Date.now() < end) {
    const waiting = await database.webhookDelivery.count({
      where: { nextAttemptAt: { not: null } },
    })
    if (waiting + (await database.webhookChange.count()) === 0) return true
    await setTimeout(POLL_MS)
  }
  return false
}

function check(
  { messages }: WebhookReceiver,
  contents: readonly string[],
  isDrained: boolean,
): WebhookRound {
  const problems = isDrained ? [] : [`Deliveries were still waiting after ${DRAIN_MS / 1_000} s.`]
  const bodies = new Map<string, string>()
  const arrivals = new Map<string, number>()
  for (const { id, body } of messages) {
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
    if ((bodies.get(id) ?? body) !== body) problems.push(`${id} arrived with another body.`)
    bodies.set(id, body)
  }
  const idsOf = Map.groupBy(bodies, ([, body]) => JSON.parse(body).data.postCreated.content)
  for (const content of contents) {
    const count = idsOf.get(content)?.length ?? 0
    if (count !== WEBHOOKS) problems.push(`"${content}" has ${count} ids instead of ${WEBHOOKS}.`)
  }
  const repeated = [...arrivals.values()].filter((count) => count > 1).length
  return { problems, messages: bodies.size, repeated }
}
