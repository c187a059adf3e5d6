import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase, type Database } from '#api/database/client.ts'
import type { ConnectionTarget } from '#api/database/connection-target.ts'
import { afterwards } from './afterwards.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A PostgreSQL to make databases on, a pooler in front of it if the product comes to it through one, the migrated database to
     * clone, how names of clones begin in this run, and whether servers have the fast path.
     */
    testServer: {
      url: string
      pooler: string | null
      template: string
      prefix: string
      hasFastPath: boolean
    }
  }
}

export interface TestDatabase {
  database: Database
  /** Straight to the database. */
  url: string
}

/** A database of the test file's own, migrated and empty. It is gone when the file's tests are over. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await createFrom(`TEMPLATE ${inject('testServer').template} STRATEGY FILE_COPY`)
  const database = createDatabase(wayTo(url))
  afterwards(() => database.$disconnect())
  return { database, url }
}

/** The URL, straight to the server, of the database that a client is connected to. */
export async function urlOf(database: Database): Promise<string> {
  const [row] = await database.rows<{ name: string }>`SELECT current_database() AS "name"`
  return Object.assign(new URL(inject('testServer').url), { pathname: `/${row?.name}` }).href
}

/** The URL of a database that nothing was done to yet, gone as well when the file's tests are over. */
export function emptyDatabase(options = `ENCODING 'UTF8'`): Promise<string> {
  return createFrom(`TEMPLATE template0 ${options}`)
}

/** The product's way to a test's database. */
export function wayTo(url: string): ConnectionTarget {
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
  afterwards(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`))
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function onServer(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
