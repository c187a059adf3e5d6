import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, type Database } from '#api/database/client.ts'
import type { ConnectionTarget } from '#api/database/connection-target.ts'
import { withClient } from '#api/lib/pg-client.ts'
import { registerCleanup } from '../register-cleanup.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: {
      /** A PostgreSQL server that allows CREATE DATABASE. */
      url: string
      /** The pooler that servers under test connect through. */
      pooler: string | null
      /** The migrated database that tests clone. */
      template: string
      /** The prefix of the names of this run's clones. */
      prefix: string
      hasFastPath: boolean
    }
  }
}

/** The product's own limits would end statements on a slow machine. */
export const PATIENT_TIMEOUTS = { connectionMs: 120_000, statementMs: 120_000 }

export interface TestDatabase {
  database: Database
  /** A direct connection, without the pooler. */
  url: string
}

/** A migrated, empty database, which is dropped after the tests of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await createFrom(`TEMPLATE ${inject('testServer').template} STRATEGY FILE_COPY`)
  const database = createDatabase(connectionTargetOf(url), undefined, PATIENT_TIMEOUTS)
  registerCleanup(() => database.$disconnect())
  return { database, url }
}

/** The direct URL of the database that a client is connected to. */
export async function urlOf(database: Database): Promise<string> {
  const [row] = await database.rows<{ name: string }>`SELECT current_database() AS "name"`
  return Object.assign(new URL(inject('testServer').url), { pathname: `/${row?.name}` }).href
}

/** The URL of an unmigrated database, which is dropped after the tests of the file. */
export function emptyDatabase(options = `ENCODING 'UTF8'`): Promise<string> {
  return createFrom(`TEMPLATE template0 ${options}`)
}

/** The target that servers under test connect to: the pooler, if there is one. */
export function connectionTargetOf(url: string): ConnectionTarget {
  const { pooler } = inject('testServer')
  return {
    url:
      pooler === null
        ? url
        : Object.assign(new URL(pooler), { pathname: new URL(url).pathname }).href,
    pooled: pooler !== null,
  }
}

async function createFrom(template: string): Promise<string> {
  const { url, prefix } = inject('testServer')
  const name = `${prefix}_${randomBytes(5).toString('hex')}`
  await onServer(url, `CREATE DATABASE ${name} ${template}`)
  registerCleanup(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`))
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

const onServer = (url: string, sql: string) =>
  withClient({ connectionString: url }, (client) => client.query(sql))
