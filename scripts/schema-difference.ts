import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { ROOT } from './run.ts'

// Prisma's own engine compares schemas, in the build that needs no download.

const SCHEMA = path.join(ROOT, 'api', 'database', 'schema.prisma')
/** PostgreSQL's one-byte type `"char"`, which the engine reads and the adapter does not know. */
const CHAR_OID = 18
/** A type that the adapter knows and the engine never reads, which stands for it on the way. */
const TIME_OID = 1083

/**
 * The SQL that brings a database to schema.prisma, and nothing when it is there. What schema.prisma has no words for (CHECKs,
 * triggers, functions) is left alone.
 */
export async function differenceFrom(url: string): Promise<string> {
  const engine = await startEngine(adapterFor(url))
  const files = [{ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') }]
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: path.dirname(SCHEMA) },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  const sql = (stdout ?? '').trim()
  return sql === '-- This is an empty migration.' ? '' : sql
}

type Engine = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')
let loaded: Promise<Engine> | undefined

async function startEngine(adapter: SqlMigrationAwareDriverAdapterFactory) {
  // A second instance would confuse the state that the first one has in its module.
  loaded ??= loadEngine()
  const datamodels: [string, string][] = [[SCHEMA, readFileSync(SCHEMA, 'utf8')]]
  return (await loaded).SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapter))
}

async function loadEngine(): Promise<Engine> {
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const glue: Engine = await import(pathToFileURL(gluePath).href)
  const program = readFileSync(path.join(path.dirname(gluePath), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(program, { './schema_engine_bg.js': { ...glue } })
  const { __wbindgen_start: begin } = instance.exports as { __wbindgen_start(): void }
  glue.__wbg_set_wasm(instance.exports)
  begin()
  return glue
}

/** Prisma's adapter, taught that type. */
function adapterFor(url: string): SqlMigrationAwareDriverAdapterFactory {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const query = pool.query.bind(pool) as unknown as (...given: unknown[]) => Promise<pg.QueryResult>
  const queryWithChars = async (...given: unknown[]) => {
    const result = await query(...given)
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TIME_OID
    return result
  }
  pool.query = queryWithChars as unknown as typeof pool.query
  const factory = new PrismaPg(pool, { disposeExternalPool: true })
  const connect = async () => {
    const adapter = await factory.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement)
      const columnTypes = result.columnTypes.map((type) => (type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type))
      return { ...result, columnTypes }
    }
    return adapter
  }
  const { provider, adapterName } = factory
  return { provider, adapterName, connect, connectToShadowDb: connect }
}
