import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import { adapterFor } from './char-adapter.ts'
import { ROOT } from './run.ts'

// Prisma's own engine compares schemas, in the build that needs no download.

const SCHEMA = path.join(ROOT, 'api', 'database', 'schema.prisma')

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
  const program = readFileSync(path.join(path.dirname(gluePath), 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(program, {
    './schema_engine_bg.js': { ...glue },
  })
  const { __wbindgen_start: begin } = instance.exports as { __wbindgen_start(): void }
  glue.__wbg_set_wasm(instance.exports)
  begin()
  return glue
}
