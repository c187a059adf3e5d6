import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { apiChangelog, changelogFile } from './api-changelog.ts'
import { ROOT } from './run.ts'
import {
  build,
  operationNames,
  prismaClient,
  quickStarts,
  textCatalogue,
  typedDocuments,
} from './steps.ts'

// Generates the database client, schema.graphql and its changelog, what derives from documents, and
// the text catalogue. With --check, it compares the committed files instead of writing them.

const SCHEMA_FILE = path.join(ROOT, 'schema.graphql')

await build(prismaClient)
await build(operationNames)
const { schema } = await import('#api/serve/schema.ts')
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`
update(SCHEMA_FILE, printed)
update(changelogFile, await apiChangelog(printed))
await build(typedDocuments)
await build(quickStarts)
await build(textCatalogue)
process.exit()

/** Writes a committed file, or with --check ends with an error if it would change. */
function update(file: string, content: string) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return
  if (!process.argv.includes('--check')) return writeFileSync(file, content)
  const name = path.relative(ROOT, file)
  console.error(`${name} is not up to date. Run "npm run generate" and commit the file.`)
  process.exit(1)
}
