import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import { createAdapter } from './char-adapter.ts'
import { ROOT } from './run.ts'

// Compares schemas with the WebAssembly build of Prisma's engine, which needs no download.

const SCHEMA = path.join(ROOT, 'api', 'database', 'schema.prisma')

/**
 * The SQL that migrates a database to schema.prisma; empty when they match.
 * It ignores CHECKs, triggers and functions, which schema.prisma cannot express.
 */
export async function differenceFrom(url: string): Promise<string> {
  const engine = await startEngine(createAdapter(url))
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
  // The module has global state, so it is instantiated once.
  loaded ??= loadEngine()
  const datamodels: [string, string][] = [[SCHEMA, readFileSync(SCHEMA, 'utf8')]]
  return (await loaded).SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  )
}

async function loadEngine(): Promise<Engine> {
  const gluePath = createRequire(import.meta.url).resolve(
    '@prisma/schema-engine-wasm/schema_engine_bg',
  )
  const glue: Engine = await import(pathToFileURL(gluePath).href)
  const wasm = readFileSync(path.join(path.dirname(gluePath), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(wasm, {
    './schema_engine_bg.js': { ...glue },
  })
  const { __wbindgen_start: initialize } = instance.exports as { __wbindgen_start(): void }
  glue.__wbg_set_wasm(instance.exports)
  initialize()
  return glue
}
