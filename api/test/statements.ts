import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll } from 'vitest'
import type { Database } from '../database/client.ts'
import { PrismaClient } from '../database/generated/prisma/client.ts'
import { wayTo } from './database.ts'

export interface StatementLog {
  /** What the database was sent while something ran. */
  of(work: () => Promise<unknown>): Promise<string[]>
}

/** A client of the database that remembers its statements. Its connections are closed when the file's tests are over. */
export function statementLog(url: string): { database: Database; statements: StatementLog } {
  const client = new PrismaClient({
    adapter: new PrismaPg({ connectionString: wayTo(url).url, max: 10 }),
    log: [{ emit: 'event', level: 'query' }],
  })
  let seen: string[] = []
  client.$on('query', ({ query }) => seen.push(query))
  afterAll(() => client.$disconnect())
  return {
    database: client as unknown as Database,
    statements: {
      async of(work) {
        seen = []
        await work()
        return seen
      },
    },
  }
}
