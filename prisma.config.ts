import { defineConfig } from 'prisma/config'

// `prisma generate` never runs the schema engine, but downloads it unless this path is set.
if (process.argv.includes('generate')) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'api/database/schema.prisma',
  migrations: { path: 'api/database/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
