import { expect, post, test } from './journey.ts'

test('a member makes a token for a script, which can do what it allows until it is revoked', async ({
  page,
  playwright,
  origin,
  member,
}) => {
  await page.goto('/settings')
  const tokens = page.getByRole('region', { name: 'API tokens' })
  await tokens.getByRole('button', { name: 'Create a token' }).click()
  await tokens.getByLabel('Name').fill('Morning script')
  await tokens.getByRole('checkbox', { name: 'Post, reply, share and upload photos' }).check()
  await tokens.getByRole('button', { name: 'Create token' }).click()
  const secret = await tokens.getByText(/^gv_/).textContent()

  const script = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  })
  const content = `${member.username} has a script that says good morning`
  const created = await script.post('/api/posts', { data: { content } })
  expect(created.status()).toBe(201)
  const { id } = await created.json()
  expect((await script.post(`/api/posts/${id}/like`)).status()).toBe(403)

  await tokens.getByRole('button', { name: 'I’ve saved it' }).click()
  await tokens.getByRole('button', { name: 'Revoke Morning script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(tokens.getByText('You have no tokens.')).toBeVisible()
  expect((await script.get('/api/posts')).status()).toBe(401)

  await page.goto('/')
  await expect(post(page, content)).toBeVisible()
  await script.dispose()
})
