import type { Page } from '@playwright/test'
import { expect, newMember, post, signUp, storesTimeZone, test } from './journey.ts'

const composer = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: /good today/i })
const shareButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Share', exact: true })

test('a tab of another account publishes nothing, and its draft stays with its account', async ({
  context,
  page,
  origin,
}) => {
  const [ann, ben] = [newMember('Ann Walker'), newMember('Ben Baker')]
  await signUp(context, origin, ann)
  // The tab's next change is the post, not what an idle page of a new account sends.
  await Promise.all([
    page.waitForResponse((response) => storesTimeZone(response.request())),
    page.goto('/'),
  ])
  const text = `From Ann ${crypto.randomUUID()}`
  await composer(page).fill(text)

  // Ben signs in without a page that could tell the tab.
  await signUp(context, origin, ben)
  await shareButton(page).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'A different account is signed in now',
  )
  await expect(page.getByText(`@${ben.username}`).first()).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await expect(post(page, text)).toHaveCount(0)

  // Ann signs in again in another tab: the first one hears of it, and has her draft.
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign out' }).first().click()
  for (const tab of [page, other]) await expect(tab.getByTestId('sample-post')).toHaveCount(2)
  await other.goto('/api/login')
  await other.getByLabel('Email').fill(ann.email)
  await other.getByLabel('Password', { exact: true }).fill(ann.password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(composer(page)).toHaveValue(text)
})
