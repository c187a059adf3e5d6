import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createDatabase, type Database } from '../database/client.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL to make databases on, the migrated one to clone, and how names of clones begin in this run. */
    testServer: { url: string; template: string; prefix: string }
  }
}

export interface TestDatabase {
  database: Database
  url: string
}

/** A database of the test file's own, migrated and empty. It is gone when the file's tests are over. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url: server, template, prefix } = inject('testServer')
  const name = `${prefix}_${randomBytes(5).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const database = createDatabase(url)
  afterAll(async () => {
    await database.$disconnect()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { database, url }
}

async function onServer(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
