import { expectAccessible } from './axe.ts'
import {
  expect,
  graphql,
  type Member,
  newMember,
  post,
  sharePost,
  signUp,
  test,
} from './journey.ts'
import { setRole } from './product-data.ts'
import { type Product, startProduct } from './server.ts'

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ SEED: 'none', RATE_LIMIT: 'off' })
})
test.afterAll(() => product.stop())

test('a person reports a post by keyboard, its author appeals, and both read the answers', async ({
  browser,
  cspReports,
}) => {
  const person = async (member: Member) => {
    const context = await browser.newContext({ baseURL: product.url })
    await signUp(context, product.url, member)
    const send = <T>(query: string, variables: object = {}) =>
      graphql<T>(context, product.url, query, variables)
    return { ...member, context, page: await context.newPage(), send }
  }
  const [rae, ann, mo, max] = [
    await person(newMember('Rae Reporter')),
    await person(newMember('Ann Author')),
    await person(newMember('Mo Moderator')),
    await person(newMember('Max Moderator')),
  ]
  for (const { username } of [mo, max]) await setRole(product.dataDir, username, 'MODERATOR')
  const content = `What a foolish garden, ${rae.username}.`
  await sharePost(ann.context, product.url, content)

  // By keyboard alone: the menu opens at its last entry.
  const { page } = rae
  await page.goto('/')
  const menu = post(page, content).getByRole('button', { name: 'More options' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Report…' })).toBeEnabled()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report a post by Ann Author' })
  await expect(dialog.getByRole('radio', { name: /^It’s hostile/ })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('She says it every day.')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Thank you for telling us' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/reports$/)
  const report = page.getByRole('list', { name: 'Your reports' }).getByRole('listitem')
  await expect(report).toContainText('Waiting for a moderator')
  await expect(report).toContainText(content)

  // A moderator decides.
  const { moderationQueue } = await mo.send<{ moderationQueue: { nodes: { id: string }[] } }>(
    '{ moderationQueue(first: 1) { nodes { id } } }',
  )
  await mo.send(
    `mutation ($reportId: ID!) {
      resolveReport(input: { reportId: $reportId, action: HIDE, rule: "be-kind" }) {
        report { id }
        userErrors { message }
      }
    }`,
    { reportId: moderationQueue.nodes[0]?.id },
  )
  await page.goto('/settings')
  const settings = page.getByRole('region', { name: 'Reports' })
  await expect(settings.getByRole('listitem')).toContainText('Answered')
  await settings.getByRole('link', { name: 'See all reports and decisions' }).click()
  await expect(report).toContainText('It breaks a rule. No one sees it anymore.')
  await expect(report).not.toContainText('Mo Moderator')
  await report.getByRole('link', { name: 'Be kind' }).click()
  await expect(page.getByRole('heading', { name: 'Be kind' })).toBeFocused()
  await expectAccessible(page)

  // The author learns of it, and appeals.
  await ann.page.goto('/settings/reports')
  const decision = ann.page.getByRole('list', { name: 'Decisions about you' }).getByRole('listitem')
  await expect(decision).toContainText('Moderators hid a post of yours')
  await expect(decision).toContainText(content)
  await expect(decision).not.toContainText('Rae Reporter')
  await decision.getByRole('button', { name: 'Appeal this decision' }).press('Enter')
  await ann.page.keyboard.press('Tab')
  await ann.page.keyboard.type('It is my own garden.')
  await ann.page.keyboard.press('Tab')
  await ann.page.keyboard.press('Enter')
  await expect(decision).toContainText('You appealed')
  await expect(decision.getByRole('heading')).toBeFocused()
  await expectAccessible(ann.page)

  // Another moderator takes the decision back.
  const { appealQueue } = await max.send<{
    appealQueue: { nodes: { decision: { id: string } }[] }
  }>('{ appealQueue(first: 1) { nodes { decision { id } } } }')
  await max.send(
    `mutation ($eventId: ID!) {
      decideAppeal(input: { eventId: $eventId, uphold: false }) {
        appeal { id }
        userErrors { message }
      }
    }`,
    { eventId: appealQueue.nodes[0]?.decision.id },
  )
  await ann.page.reload()
  await expect(decision).toContainText('Moderators looked again and took this decision back.')
  await page.goto('/settings/reports')
  await expect(report).toContainText('Later, moderators looked again and took this decision back.')
  await page.goto('/')
  await expect(post(page, content)).toBeVisible()
  expect(cspReports).toEqual([])
})
