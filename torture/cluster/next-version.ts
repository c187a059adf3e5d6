import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../scripts/run.ts'

const BUILD = '.build'

/**
 * Writes a copy of the product, and adds a migration to it: a column and an index.
 * @param folder of the copy, which the next call adds to
 */
export function writeNextVersion(folder: string): void {
  if (!existsSync(folder)) {
    // All but what is hidden, installed or data.
    const parts = readdirSync(ROOT).filter(
      (name) => !name.startsWith('.') && !['node_modules', 'data'].includes(name),
    )
    for (const part of [BUILD, ...parts])
      cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  }
  const name = `next${Date.now()}`
  const migration = path.join(folder, 'api/database/migrations', `29990101000000_${name}`)
  mkdirSync(migration)
  writeFileSync(
    path.join(migration, 'migration.sql'),
    `ALTER TABLE "Post" ADD COLUMN "${name}" INTEGER NOT NULL DEFAULT 0;\n`,
  )
  writeFileSync(
    path.join(migration, 'online.sql'),
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS "Post_${name}_idx" ON "Post"("${name}") WHERE "${name}" <> 0;\n`,
  )
}
