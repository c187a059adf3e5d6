import { randomUUID } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import { connectionsPerProcess } from '../../api/database/client.ts'
import { createAuth } from '../../api/features/auth/session/auth.ts'
import { createSessions } from '../../api/features/auth/session/session.ts'
import { createCoreServices, createServices } from '../../api/serve/services.ts'
import { readSettings } from '../../api/settings/settings.ts'
import { createLog } from '../../api/telemetry/log.ts'

/** Looks up viewers for the peers in the product's way. */
export async function productViewer() {
  const settings = readSettings(process.env)
  const url = process.env.DATABASE_URL ?? ''
  const core = createCoreServices({
    settings,
    target: { url, pooled: false },
    log: createLog('silent'),
    maxConnections: connectionsPerProcess(1),
  })
  const services = await createServices(core)
  const sessions = createSessions(services, createAuth(services))

  async function viewerOf(cookie: string | undefined): Promise<Context['viewer']> {
    const [token] = sessions.tokensFrom(cookie)
    const session = token && (await sessions.find(token))
    return session ? session.viewer : null
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
