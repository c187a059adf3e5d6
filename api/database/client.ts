import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client.ts'

export type Database = PrismaClient

/** How long a statement may wait for a connection, in milliseconds, before it fails. */
const CONNECTION_PATIENCE = 10_000

/** A client with its own pool of connections; nothing is connected before the first statement. */
export function createDatabase(url: string, maxConnections = 10): Database {
  return new PrismaClient({
    // Longer messages repeat what was to be written, passwords and all.
    errorFormat: 'minimal',
    adapter: new PrismaPg({ connectionString: url, max: maxConnections, connectionTimeoutMillis: CONNECTION_PATIENCE }),
  })
}
