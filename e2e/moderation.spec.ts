import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, graphql, newMember, sharePost, signUp, test } from './journey.ts'
import { setRole } from './product-data.ts'
import { type Product, startProduct } from './server.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ SEED: 'none', RATE_LIMIT: 'off' })
})
test.afterAll(() => product.stop())

/** The keys of each decision, and what its reporter reads. */
const decisions = [
  { keys: ['n', 'Enter'], outcome: 'NONE', rule: null },
  { keys: ['h', 'Enter'], outcome: 'HIDE', rule: 1 },
  { keys: ['h', '2', 'Enter'], outcome: 'HIDE', rule: 2 },
  { keys: ['w', '3', 'Enter'], outcome: 'WARN', rule: 3 },
  { keys: ['r', 'Enter'], outcome: 'REMOVE', rule: 1 },
  { keys: ['s', '2', 'd', 'Enter'], outcome: 'SUSPEND', rule: 2 },
] as const
const MAX_PRESSES = 4
const REPORTS = 20

/** A member in a browser of their own. */
async function aMember(context: BrowserContext, name: string) {
  const other = await context.browser()?.newContext()
  if (!other) throw new Error('No browser')
  const member = newMember(name)
  await signUp(other, product.url, member)
  const send = <T>(query: string, variables?: object) =>
    graphql<T>(other, product.url, query, variables)
  return { ...member, context: other, send }
}
type Person = Awaited<ReturnType<typeof aMember>>

async function aModerator(context: BrowserContext, name: string) {
  const person = await aMember(context, name)
  await setRole(product.dataDir, person.username, 'MODERATOR')
  return person
}

async function report(by: Person, subjectId: string) {
  const { reportContent } = await by.send<{ reportContent: { userErrors: unknown[] } }>(
    `mutation ($input: ReportContentInput!) {
      reportContent(input: $input) { userErrors { message } }
    }`,
    { input: { subjectId, reason: 'HOSTILE', details: 'Please look at this.' } },
  )
  expect(reportContent.userErrors).toEqual([])
}

const subject = (page: Page) => page.getByRole('region', { name: 'What was reported' })

test('a moderator judges twenty reports by keyboard, and each reaches reporter and author', async ({
  context,
}) => {
  const [reporters, authors] = [
    [await aMember(context, 'Rae Reporter'), await aMember(context, 'Rob Reporter')],
    [await aMember(context, 'Ann Author'), await aMember(context, 'Axel Author')],
  ]
  const plan = Array.from({ length: REPORTS }, (_, index) => ({
    content: `Something unkind, number ${index + 1}.`,
    ...(decisions[index % decisions.length] ?? decisions[0]),
    reporter: reporters[index % 2] as Person,
    author: authors[index % 2] as Person,
  }))
  for (const { content, reporter, author } of plan)
    await report(reporter, await sharePost(author.context, product.url, content))

  const moderator = await aModerator(context, 'Mo Moderator')
  const page = await moderator.context.newPage()
  await page.goto(`${product.url}/settings`)
  await page.getByRole('link', { name: 'Open moderation' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moderation')
  await expect(subject(page)).toContainText(plan[0]?.content ?? '')
  await expectAccessible(page)

  // Another moderator starts with the next report, and cannot judge this one meanwhile.
  const colleague = await aModerator(context, 'Cleo Colleague')
  const otherPage = await colleague.context.newPage()
  await otherPage.goto(`${product.url}/moderation`)
  await expect(subject(otherPage)).toContainText(plan[1]?.content ?? '')
  await otherPage.keyboard.press('k')
  await expect(otherPage.getByRole('note')).toContainText('Mo Moderator is working on this report')
  await expect(otherPage.getByRole('button', { name: 'Hide', exact: true })).toBeDisabled()
  await otherPage.close()

  // Keys do nothing while a text field has the focus.
  await page.getByLabel('New note').pressSequentially('jhn')
  await expect(page.getByLabel('New note')).toHaveValue('jhn')
  await expect(page.getByLabel('Note for the log')).toBeHidden()
  await page.getByLabel('New note').clear()
  await page.getByRole('heading', { level: 2 }).focus()

  for (const { content, keys } of plan) {
    await expect(subject(page)).toContainText(content)
    expect(keys.length).toBeLessThanOrEqual(MAX_PRESSES)
    for (const key of keys) {
      await page.keyboard.press(key)
      if (key !== 'Enter')
        await expect(page.getByRole('region', { name: 'Decision' }).locator('form')).toBeVisible()
    }
  }
  await expect(page.getByText('No open reports.')).toBeVisible()

  const rules = (await moderator.send<{ rules: { id: string }[] }>('{ rules { id } }')).rules.map(
    ({ id }) => id,
  )
  interface Outcome {
    content: string
    outcome: string
    rule: string | null
  }
  const planned = (person: Person): Outcome[] =>
    plan
      .filter(({ reporter, author }) => person === reporter || person === author)
      .map(({ content, outcome, rule }) => ({
        ...{ content, outcome },
        rule: rule === null ? null : (rules[rule - 1] ?? ''),
      }))
  for (const reporter of reporters) expect(await outcomesOf(reporter)).toEqual(planned(reporter))
  for (const author of authors)
    expect(await decisionsAbout(author)).toEqual(
      planned(author).filter(({ outcome }) => outcome !== 'NONE'),
    )

  // One of each, as people read it.
  for (const { content, outcome, reporter, author } of plan.slice(0, decisions.length)) {
    const outcomeRow = await rowOf(reporter, 'Your reports', content)
    await expect(outcomeRow).toContainText(outcomeTexts[outcome])
    if (outcome === 'NONE') continue
    await expect(await rowOf(author, 'Decisions about you', content)).toContainText('The rule:')
  }
})

const outcomeTexts = {
  NONE: 'Moderators found that it breaks no rule, so it stays.',
  HIDE: 'It breaks a rule. No one sees it anymore.',
  WARN: 'It breaks a rule. Moderators warned the person behind it.',
  REMOVE: 'It breaks a rule. It’s removed.',
  SUSPEND: 'It breaks a rule. The account behind it is suspended.',
}

/** The row about a post in a list of a person's reports and decisions. */
async function rowOf({ context }: Person, list: string, content: string) {
  const [page = await context.newPage()] = context.pages()
  await page.goto(`${product.url}/settings/reports`)
  return page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: content })
}

interface Decided {
  snapshot: { content: string } | null
  rule: { ruleId: string } | null
}

const toOutcome = ({ snapshot, rule }: Decided, outcome: string) => ({
  ...{ content: snapshot?.content ?? '', outcome },
  rule: rule?.ruleId ?? null,
})

/** What a reporter learns, oldest first. */
async function outcomesOf({ send }: Person) {
  const { viewer } = await send<{
    viewer: { reports: { nodes: (Decided & { status: string; outcome: string })[] } }
  }>(`{ viewer { reports(first: 100) {
    nodes { status outcome rule { ruleId } snapshot { content } } } } }`)
  const { nodes } = viewer.reports
  expect(nodes.every(({ status }) => status === 'RESOLVED')).toBe(true)
  return nodes.map((node) => toOutcome(node, node.outcome)).toReversed()
}

/** What an author learns, oldest first. */
async function decisionsAbout({ send }: Person) {
  const { viewer } = await send<{
    viewer: { decisions: { nodes: (Decided & { action: string })[] } }
  }>(`{ viewer { decisions(first: 100) {
    nodes { action rule { ruleId } snapshot { content } } } } }`)
  return viewer.decisions.nodes.map((node) => toOutcome(node, node.action)).toReversed()
}
