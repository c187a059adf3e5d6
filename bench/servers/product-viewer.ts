import { randomUUID } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import { createAuth } from '../../api/features/auth/auth.ts'
import { createSessions } from '../../api/features/auth/session.ts'
import { connectionsOfWorker, createGroundwork } from '../../api/groundwork.ts'
import { createLog } from '../../api/log.ts'
import { createServices } from '../../api/services.ts'
import { readSettings } from '../../api/settings.ts'

/** The product's own lookup of who calls, for peers that have none. */
export async function productViewer() {
  const settings = readSettings(process.env)
  const url = process.env.DATABASE_URL ?? ''
  const database = { url, pooled: false, directUrl: url }
  const groundwork = createGroundwork({
    settings,
    database,
    log: createLog('silent'),
    maxConnections: connectionsOfWorker(1),
  })
  const services = await createServices(groundwork)
  const sessions = await createSessions(services, createAuth(services))

  async function viewerOf(cookie: string | undefined): Promise<Context['viewer']> {
    const token = sessions.tokenIn(cookie)
    const session = token && (await sessions.find(token))
    return session ? { id: session.userId, isDemo: false } : null
  }
  return {
    viewerOf,
    contextOf: async (cookie: string | undefined): Promise<Context> => ({
      ...services,
      viewer: await viewerOf(cookie),
      requestId: randomUUID(),
      clientAddress: '127.0.0.1',
    }),
  }
}
