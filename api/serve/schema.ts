import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { builder } from '#api/graphql/builder.ts'

const FEATURES = path.resolve(import.meta.dirname, '../features')

/** Every `x.schema.ts` of a feature adds its types and operations to the builder. */
for (const file of readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).sort())
  if (file.endsWith('.schema.ts')) await import(pathToFileURL(path.join(FEATURES, file)).href)

export const schema = builder.toSchema()
