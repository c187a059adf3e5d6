import * as z from 'zod'
import { originOf } from '#api/database/first-release.ts'
import {
  type AppliedMigration,
  type Migration,
  readMigrations,
} from '#api/database/migrations-table.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import packageJson from '../../../package.json' with { type: 'json' }

// A backup holds manifest.json, then secrets/auth-secret, tables/<name>/<part> in COPY's text
// format, and media/<file>.

/** Raised when older versions cannot read the new format. */
const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const SECRET = 'secrets/auth-secret'

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) }),
  ),
})
const headerSchema = z.object({ format: z.int(), product: z.string() })

export type Manifest = z.infer<typeof manifestSchema>
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
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    tables: [...tables],
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

/** @throws OperatorError when the text is not a manifest, or a newer version wrote it */
export function readManifest(text: string, file: string): Manifest {
  const json = parseJson(text)
  const { data: header } = headerSchema.safeParse(json)
  if (header && header.format > FORMAT) throw newerVersion(file, header.product)
  const { data: manifest } = manifestSchema.safeParse(json)
  if (!manifest) throw new OperatorError(`${file} is not a backup of Good Vibes.`)
  return manifest
}

/**
 * The migrations that create the tables as they were at the time of the backup.
 * @throws OperatorError when this version does not have them
 */
export function migrationsOf({ migrations, product }: Manifest, file: string): Migration[] {
  const available = readMigrations()
  const origin = originOf(migrations, available)
  if (origin === 'newer') throw newerVersion(file, product)
  if (origin === 'first release' || origin === 'older') throw tooOld(file)
  return migrations.map(({ name, checksum }) => {
    const migration = available.find((each) => each.name === name && each.checksum === checksum)
    if (!migration)
      throw new OperatorError(
        `${file} does not fit this version: its migration ${name} differs from this version's.`,
      )
    return migration
  })
}

function newerVersion(file: string, product: string): OperatorError {
  return new OperatorError(
    `${file} was made by a newer version of Good Vibes (${product}). Restore it with that version.`,
  )
}

function tooOld(file: string): OperatorError {
  return new OperatorError(
    `${file} holds a database of version 0.1.0 or earlier, which this version can't restore. ` +
      'Restore it with version 0.1.0, then start this version on the restored data.',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
