import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startEmbedded } from '#api/database/embedded/embedded.ts'
import { tryLock } from '#api/database/lock.ts'
import { migrate } from '#api/database/migrate.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { command } from './command.ts'
import { ROOT } from './run.ts'
import { differenceFrom } from './schema-difference.ts'

// Writes a migration for the changes in schema.prisma, which its author reviews and completes.

const SCRATCH = path.join(ROOT, '.test', 'migration')

await command(async () => {
  const [name = ''] = process.argv.slice(2)
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new OperatorError('Name the migration: npm run db:migration -- add_something')
  const sql = await onScratchDatabase(async (url) => {
    await migrate(url)
    return differenceFrom(url)
  })
  if (!sql)
    throw new OperatorError(
      'The migrations match schema.prisma already, so no migration was written.',
    )

  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const file = path.join('api', 'database', 'migrations', `${time}_${name}`, 'migration.sql')
  mkdirSync(path.dirname(path.join(ROOT, file)))
  writeFileSync(path.join(ROOT, file), `${sql}\n`)
  console.log(`Wrote ${file}. Review it before you commit it.`)
  process.exit()
})

async function onScratchDatabase(work: (url: string) => Promise<string>): Promise<string> {
  rmSync(SCRATCH, { recursive: true, force: true })
  const lock = tryLock(SCRATCH)
  const database = await startEmbedded(SCRATCH, { settings: ['fsync=off'] })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
    lock?.release()
    rmSync(SCRATCH, { recursive: true, force: true })
  }
}
