import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moderation } from '#api/test/people/moderation.ts'
import { testApi } from '#api/test/servers/test-api.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'good-vibes-cited-rule-'))
afterAll(() => rm(dataDir, { recursive: true }))
const api = await testApi({ settings: { dataDir } })
const { as, aUser, aPost, services } = api
const { aModerator, aReport, resolve } = moderation(api)

const writeRules = (text: string) => writeFile(path.join(dataDir, 'rules.md'), text)
const moderator = as(await aModerator(services))

test('a decision keeps the rule as it was, whatever the operator writes later', async () => {
  await writeRules('## Be kind\n\nNo **insults**.\n')
  const [author, reporter] = [await aUser(), await aUser()]
  const decide = async () =>
    (await resolve(moderator, await aReport(await aPost({ by: author }), reporter), 'WARN')).report
  const cited = { ruleId: 'be-kind', title: 'Be kind', text: 'No **insults**.' }
  expect((await decide()).rule).toEqual(cited)

  await writeRules('## Be Kind!\n\nNeither insults nor sarcasm.\n')
  const rewritten = { ...cited, title: 'Be Kind!', text: 'Neither insults nor sarcasm.' }
  expect((await decide()).rule).toEqual(rewritten)
  await writeRules('## No spam\n\nPost it once.\n')
  const PARTS = 'nodes { rule { ruleId title text } }'
  const { user: own } = await as(author).data(
    `query ($id: ID!) { user(id: $id) { decisions { ${PARTS} } } }`,
    { id: author.publicId },
  )
  const { user: reported } = await as(reporter).data(
    `query ($id: ID!) { user(id: $id) { reports { ${PARTS} } } }`,
    { id: reporter.publicId },
  )
  const { moderationLog } = await moderator.data(`{ moderationLog { ${PARTS} } }`)
  for (const { nodes } of [own.decisions, reported.reports, moderationLog])
    expect(nodes).toEqual([{ rule: rewritten }, { rule: cited }])
})
