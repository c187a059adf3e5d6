import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client.ts'

export type Database = PrismaClient

/** A client with its own pool of connections; nothing is connected before the first statement. */
export function createDatabase(url: string, maxConnections = 10): Database {
  return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: maxConnections }) })
}
