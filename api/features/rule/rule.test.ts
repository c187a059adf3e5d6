import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testApi } from '#api/test/servers/test-api.ts'
import { parseRules } from './parse-rules.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'good-vibes-rules-'))
afterAll(() => rm(dataDir, { recursive: true }))
const { anonymous } = await testApi({ settings: { dataDir, contact: 'hello@example.org' } })
const RULES = '{ rules { id title text } rulesIntroduction contact }'

test('the product has rules, which an operator replaces without a restart', async () => {
  const { rules, contact } = await anonymous.data(RULES)
  expect(rules[0]).toMatchObject({ id: 'be-kind', title: 'Be kind' })
  expect(contact).toBe('hello@example.org')
  const file = path.join(dataDir, 'rules.md')
  await writeFile(file, '# Ours\n\nHello.\n\n## Only cats!\n\nNo dogs.\n')
  expect(await anonymous.data(RULES)).toMatchObject({
    rules: [{ id: 'only-cats', title: 'Only cats!', text: 'No dogs.' }],
    rulesIntroduction: 'Hello.',
  })
  await rm(file)
  expect((await anonymous.data(RULES)).rules[0].id).toBe('be-kind')
})

test('every heading of the second level is a rule with a slug of its own', () => {
  const { rules } = parseRules('## Ünïcode & 日本\r\na\r\n### b\n## A\n## a ##\n## !\n')
  expect(rules).toEqual([
    { id: 'ünïcode-日本', title: 'Ünïcode & 日本', text: 'a\n### b' },
    { id: 'a', title: 'A', text: '' },
    { id: 'a-2', title: 'a', text: '' },
    { id: 'rule', title: '!', text: '' },
  ])
  expect(parseRules('Be nice.').rules).toEqual([{ id: 'rules', title: 'Rules', text: 'Be nice.' }])
})
