import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { ROOT } from './run.ts'
import { make, prismaClient, typedDocuments } from './steps.ts'

// Makes everything that is made from the sources: the database client, schema.graphql, the documents' types. With --check,
// schema.graphql is compared instead of written.

const CONTRACT = path.join(ROOT, 'schema.graphql')

await make(prismaClient)
const { schema } = await import('#api/serve/schema.ts')
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`
const stands = existsSync(CONTRACT) ? readFileSync(CONTRACT, 'utf8') : ''
if (process.argv.includes('--check') && stands !== printed) {
  console.error(
    'schema.graphql is not the schema that is served. Run "npm run generate" and commit what it writes.',
  )
  process.exit(1)
}
if (stands !== printed) writeFileSync(CONTRACT, printed)
await make(typedDocuments)
process.exit()
