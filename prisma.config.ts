import { defineConfig } from 'prisma/config'

// `generate` never runs the schema engine, but the command line insists that it exists or downloads it.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'api/database/schema.prisma',
  migrations: { path: 'api/database/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
