import pg from 'pg'
import { afterAll, vi } from 'vitest'
import { createDatabase, type Database } from '#api/database/client.ts'
import { wayTo } from './database.ts'

export interface StatementLog {
  /** What the database was sent while something ran. */
  of(work: () => Promise<unknown>): Promise<string[]>
}

/** A client of the database whose statements are remembered. Its connections are closed when the file's tests are over. */
export function statementLog(url: string): { database: Database; statements: StatementLog } {
  // A connection keeps the function that it was made with. What other tests left behind asks other databases.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const database = createDatabase(wayTo(url))
  const own = new URL(url).pathname.slice(1)
  // The LISTEN connection sends its question by the clock, too.
  const isOwn = (client: unknown) => (client as pg.Client).database === own && !isListening(client)
  afterAll(async () => {
    await database.$disconnect()
    query.mockRestore()
  })
  return {
    database,
    statements: {
      async of(work) {
        query.mockClear()
        await work()
        return query.mock.calls.flatMap(([statement], index) =>
          isOwn(query.mock.contexts[index]) ? textOf(statement) : [],
        )
      },
    },
  }
}

function isListening(client: unknown): boolean {
  const { connectionParameters } = client as { connectionParameters: { application_name?: string } }
  return connectionParameters.application_name?.startsWith('good-vibes') ?? false
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { text: string }).text
}
