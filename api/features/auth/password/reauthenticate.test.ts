import { expect, test } from 'vitest'
import { createLimits } from '#api/limits/rate-limits.ts'
import { testServer } from '#api/test/servers/server.ts'

const NEW_PASSWORD = 'a rainy evening'

test('attack 28: a session gets 30 password attempts an hour, shared by all routes', async () => {
  const limited = await testServer({ limits: createLimits() })
  const visitor = limited.browser()
  const { email, password } = await visitor.signUp()
  const postStatus = async (path: string, json: object) =>
    (await visitor.fetch(`/api/auth/${path}`, { json })).status
  const guesses = [
    () => postStatus('change-password', { currentPassword: 'a guess', newPassword: NEW_PASSWORD }),
    () => postStatus('delete-account', { password: 'a guess' }),
    () => postStatus('two-factor/start', { password: 'a guess' }),
  ]
  const guess = (i: number) => guesses[i % guesses.length]?.()
  for (let i = 0; i < 30; i++) expect(await guess(i)).toBe(403)
  for (let i = 0; i < 3; i++) expect(await guess(i)).toBe(429)
  // Sign-ins have a limit of their own, and a new session has an unused limit.
  expect(
    (await visitor.fetch('/api/auth/sign-in/email', { json: { email, password } })).status,
  ).toBe(200)
  expect(await guess(0)).toBe(403)
})

test('attack 28: failed sign-ins do not lock the owner out of the settings', async () => {
  const limited = await testServer({ limits: createLimits(), settings: { trustProxy: 1 } })
  const visitor = limited.browser()
  const { email, username, password } = await visitor.signUp()
  for (let i = 0; i < 32; i++) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}` }
    const json = { email: i % 2 ? email : username, password: 'a guess' }
    expect(
      (await limited.browser().fetch('/api/auth/sign-in/email', { json, headers })).status,
    ).toBe(401)
  }
  const changed = await visitor.fetch('/api/auth/change-password', {
    json: { currentPassword: password, newPassword: NEW_PASSWORD },
  })
  expect(changed.status).toBe(204)
})
