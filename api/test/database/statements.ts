import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, vi } from 'vitest'
import { createDatabase, type Database } from '#api/database/client.ts'
import { connectionTargetOf, PATIENT_TIMEOUTS } from './database.ts'

export interface StatementLog {
  /** The statements that the work sent to the database. */
  of(work: () => Promise<unknown>): Promise<string[]>
  /** Waits until the work has sent such a statement, also one in the background. */
  sent(pattern: RegExp): Promise<void>
}

/** A database client that records its statements. It disconnects after the tests of the file. */
export function statementLog(url: string): { database: Database; statements: StatementLog } {
  // The spy sees all clients, so statements are filtered by the name of the database.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const database = createDatabase(connectionTargetOf(url), undefined, PATIENT_TIMEOUTS)
  const databaseName = new URL(url).pathname.slice(1)
  // The LISTEN connection sends heartbeats.
  const isRecorded = (client: unknown) =>
    (client as pg.Client).database === databaseName && !isListening(client)
  afterAll(async () => {
    await database.$disconnect()
    query.mockRestore()
  })
  const recorded = () =>
    query.mock.calls.flatMap(([statement], index) =>
      isRecorded(query.mock.contexts[index]) ? textOf(statement) : [],
    )
  return {
    database,
    statements: {
      async of(work) {
        query.mockClear()
        await work()
        return recorded()
      },
      async sent(pattern) {
        while (!recorded().some((text) => pattern.test(text))) await setImmediate()
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
