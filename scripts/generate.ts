import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { ROOT } from './run.ts'
import { build, prismaClient, typedDocuments } from './steps.ts'

// Generates the database client, schema.graphql and the types of the documents.
// With --check, it compares schema.graphql instead of writing it.

const SCHEMA_FILE = path.join(ROOT, 'schema.graphql')

await build(prismaClient)
const { schema } = await import('#api/serve/schema.ts')
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`
const existing = existsSync(SCHEMA_FILE) ? readFileSync(SCHEMA_FILE, 'utf8') : ''
if (process.argv.includes('--check') && existing !== printed) {
  console.error('schema.graphql is not up to date. Run "npm run generate" and commit the file.')
  process.exit(1)
}
if (existing !== printed) writeFileSync(SCHEMA_FILE, printed)
await build(typedDocuments)
process.exit()
