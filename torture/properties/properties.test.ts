import { expect, test } from 'vitest'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import { accountCalls } from './accounts.ts'
import { prepare, properties } from './properties.ts'

const server = await testServer()
await seeds(server.services).theDemoUser()
const tester = await prepare(server.visitor())
/** The promise is 2 seconds on a machine that does nothing else. */
const LONGEST = 10_000

test.each(Object.entries(properties))('%s', { timeout: 60_000 }, async (_name, holds) => {
  await holds(tester, { seed: 20_261_121, runs: 80, longest: LONGEST })
  expect(server.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('the calls about accounts are found on their page', () => {
  expect(accountCalls).toContainEqual({ method: 'PATCH', path: '/api/auth/passkeys/{id}' })
  expect(accountCalls.length).toBeGreaterThan(12)
})
