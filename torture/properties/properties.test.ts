import { expect, test } from 'vitest'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'
import { PATIENCE } from '../time-limits.ts'
import { accountCalls } from './accounts.ts'
import { prepare, properties } from './properties.ts'

const server = await testServer()
await seeds(server.services).theDemoUser()
const user = await prepare(server.browser())

test.each(Object.entries(properties))('%s', async (_name, checkProperty) => {
  await checkProperty(user, { seed: 20_261_121, runs: 80, timeoutMs: PATIENCE.response })
  expect(server.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('docs/accounts.md lists the account calls', () => {
  expect(accountCalls).toContainEqual({ method: 'PATCH', path: '/api/auth/passkeys/{id}' })
  expect(accountCalls.length).toBeGreaterThan(12)
})
