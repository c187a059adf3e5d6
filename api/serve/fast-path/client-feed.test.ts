import { Kind, print, visit } from 'graphql'
import { expect, test } from 'vitest'
import { newSecret } from '#api/features/api-token/secret.ts'
import { clientOperations, withFragments } from '#api/test/operations/stored-operations.ts'
import { createToken, program } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { testServer } from '#api/test/servers/server.ts'

const server = await testServer({
  hasFastPath: true,
  settings: { metricsToken: 'the token of the metrics' },
})
const { aUser, posts } = seeds(server.services)
await posts(30, { by: await aUser() })

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const

/** The client's query as Apollo sends it: unmasked, with `__typename` in every selection. */
function clientFeed(): string {
  const operation = clientOperations.find(({ name }) => name?.value === 'Feed')
  if (!operation) throw new Error('The client has no query Feed.')
  const sent = visit(withFragments(operation), {
    SelectionSet: {
      leave: (node, _key, parent) =>
        parent && 'operation' in parent
          ? undefined
          : { ...node, selections: [...node.selections, TYPENAME] },
    },
  })
  return print(sent)
}

async function cacheHits() {
  const response = await server.browser().fetch('/metrics', {
    headers: { authorization: 'Bearer the token of the metrics' },
  })
  const [, hits] =
    /cache_requests_total\{cache="responses",result="hit"\} (\d+)/.exec(await response.text()) ?? []
  return Number(hits)
}

async function loadFeed(member: TestBrowser, headers: Record<string, string> = {}) {
  const json = { operationName: 'Feed', query: clientFeed(), variables: { first: 20 } }
  const response = await member.fetch('/graphql', { json, headers })
  expect(response.status, await response.clone().text()).toBe(200)
}

test('the response cache serves the first page of the client’s feed', async () => {
  const member = server.browser()
  await member.signUp()
  const before = await cacheHits()
  for (let times = 0; times < 4; times++) await loadFeed(member)
  expect(await cacheHits()).toBeGreaterThan(before)
})

test('it also serves programs with an API token, and no one with a wrong token', async () => {
  const member = server.browser()
  await member.signUp()
  const { secret } = await createToken(member, ['read'])
  const script = program(server, secret)
  const before = await cacheHits()
  for (let times = 0; times < 4; times++) await loadFeed(script)
  expect(await cacheHits()).toBeGreaterThan(before)
  await expect(loadFeed(program(server, newSecret()))).rejects.toThrow('TOKEN_INVALID')
})
