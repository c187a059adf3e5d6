import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
import packageJson from '../package.json' with { type: 'json' }
import { ROOT } from './run.ts'

/** The page that `npm run generate` writes. */
export const changelogFile = path.join(ROOT, 'docs', 'api-changelog.md')

const RELEASES = 'docs/api/schemas'

interface Release {
  version: string
  /** SDL. */
  schema: string
}

const headings = [
  [CriticalityLevel.Breaking, 'Breaking'],
  [CriticalityLevel.Dangerous, 'May affect clients'],
  [CriticalityLevel.NonBreaking, 'Added and changed'],
] as const

/** The changelog of the GraphQL API: the differences between the releases and `schema`. */
export async function apiChangelog(schema: string): Promise<string> {
  const releases = [...committedReleases(), { version: packageJson.version, schema }]
  const sections = await Promise.all(
    releases.slice(1).map((release, index) => section(releases[index] as Release, release)),
  )
  return [
    '# Changes of the API',
    '',
    'What changed in the GraphQL schema, by release. `npm run generate` writes this page from `schema.graphql` and',
    'the released schemas in `docs/api/schemas`. `CHANGELOG.md` says what the changes are for.',
    '',
    ...sections.reverse(),
  ].join('\n')
}

/** The released schemas, oldest first, without the version in work. */
function committedReleases(): Release[] {
  return globSync(`${RELEASES}/*.graphql`, { cwd: ROOT })
    .map((file) => ({
      version: path.basename(file, '.graphql'),
      schema: readFileSync(path.join(ROOT, file), 'utf8'),
    }))
    .filter(({ version }) => version !== packageJson.version)
    .sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }))
}

async function section(before: Release, after: Release): Promise<string> {
  const changes = await diff(buildSchema(before.schema), buildSchema(after.schema))
  const visible = changes.filter((change) => !isPartOfNewType(change, changes))
  const parts = headings.flatMap(([level, heading]) => {
    const lines = visible
      .filter(({ criticality }) => criticality.level === level)
      .map(({ message }) => `- ${withCode(message)}`)
    return lines.length > 0 ? [`### ${heading}`, '', ...new Set(lines), ''] : []
  })
  const nothing = ['No changes.', '']
  return [
    `## ${after.version}, since ${before.version}`,
    '',
    ...(parts.length > 0 ? parts : nothing),
  ].join('\n')
}

/** The parts of a new type are new with it. */
function isPartOfNewType({ path: part = '', type }: Change, all: readonly Change[]): boolean {
  return (
    type !== 'TYPE_ADDED' &&
    all.some((change) => change.type === 'TYPE_ADDED' && part.startsWith(`${change.path}.`))
  )
}

/** The inspector quotes names. */
function withCode(message: string): string {
  return message.replaceAll(/'([^']+)'/g, '`$1`')
}
