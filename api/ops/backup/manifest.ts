import * as z from 'zod'
import { originOf } from '#api/database/first-release.ts'
import {
  type AppliedMigration,
  type Migration,
  readMigrations,
} from '#api/database/migrations-table.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import packageJson from '../../../package.json' with { type: 'json' }

// What is in a backup: manifest.json, then secrets/auth-secret, tables/<name>/<part> as COPY writes text, media/<file>.

/** Changes when an older version could not read what is written now. */
const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const SECRET = 'secrets/auth-secret'

const shape = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) }),
  ),
})
const anyFormat = z.object({ format: z.int(), product: z.string() })

export type Manifest = z.infer<typeof shape>
export type SavedTable = Manifest['tables'][number]

export function writeManifest(
  migrations: readonly AppliedMigration[],
  tables: readonly SavedTable[],
): Buffer {
  const madeAt = new Date().toISOString()
  const manifest: Manifest = {
    format: FORMAT,
    product: packageJson.version,
    madeAt,
    migrations: [...migrations],
    tables: [...tables],
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

/** @throws OperatorError when it is none, or of a version that this one does not know */
export function readManifest(text: string, file: string): Manifest {
  const given = parse(text)
  const { data: maker } = anyFormat.safeParse(given)
  if (maker && maker.format > FORMAT) throw newer(file, maker.product)
  const { data: manifest } = shape.safeParse(given)
  if (!manifest) throw new OperatorError(`${file} is no backup of Good Vibes.`)
  return manifest
}

/**
 * The migrations that make the tables as they were when the backup was made.
 * @throws OperatorError when this version does not have them
 */
export function migrationsOf({ migrations, product }: Manifest, file: string): Migration[] {
  const known = readMigrations()
  const origin = originOf(migrations, known)
  if (origin === 'newer') throw newer(file, product)
  if (origin === 'first release' || origin === 'older') throw tooOld(file)
  return migrations.map(({ name, checksum }) => {
    const migration = known.find((each) => each.name === name && each.checksum === checksum)
    if (!migration)
      throw new OperatorError(
        `${file} does not fit this version: its migration ${name} is another one than here.`,
      )
    return migration
  })
}

function newer(file: string, product: string): OperatorError {
  return new OperatorError(
    `${file} was made by a newer version of Good Vibes (${product}); restore it with that one.`,
  )
}

function tooOld(file: string): OperatorError {
  return new OperatorError(
    `${file} holds a database of version 0.1.0 or earlier, which this version cannot restore: restore it with version 0.1.0, then start this version on what is restored.`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
