import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { apiChangelog, changelogFile } from './api-changelog.ts'
import { ROOT } from './run.ts'

const schema = readFileSync(path.join(ROOT, 'schema.graphql'), 'utf8')

test('docs/api-changelog.md has every change of schema.graphql', async () => {
  // After a change of the schema, `npm run generate` writes it.
  expect(readFileSync(changelogFile, 'utf8')).toBe(await apiChangelog(schema))
})

test('a removed field is a breaking change, and a new type one line', async () => {
  const without = schema.replace('\n  likesCount: Int!\n', '\n')
  const changed = `${without}\ntype Cake { flavor: String, price: Int }\n`
  const [breaking = '', rest = ''] = (await apiChangelog(changed)).split('### May affect clients')
  expect(breaking).toContain('### Breaking')
  expect(breaking).toMatch(/^- Field `likesCount` was removed from object type `Post`$/m)
  expect(rest).toMatch(/^- Type `Cake` was added$/m)
  expect(rest).not.toContain('flavor')
})
