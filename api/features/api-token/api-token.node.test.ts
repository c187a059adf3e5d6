import { expect, test } from 'vitest'
import { testDatabase } from '#api/test/database/database.ts'
import { createToken, program } from '#api/test/people/api-tokens.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { execute } from '#api/test/servers/feed-server.ts'
import { testServer } from '#api/test/servers/server.ts'

const { database } = await testDatabase()
const server = await testServer({ database })

async function member() {
  const browser = server.browser()
  await browser.signUp()
  return browser
}

test('only its owner finds a token by its id, and not with a token', async () => {
  const [ann, ben] = [await member(), await member()]
  const { id, secret } = await createToken(ann, ['read', 'read:private'])
  const NODE = 'query ($id: ID!) { node(id: $id) { id ... on ApiToken { name } } }'
  const found = async (browser: TestBrowser) =>
    (await execute(browser, NODE, { id })).body.data.node
  expect(await found(ann)).toEqual({ id, name: expect.any(String) })
  for (const other of [ben, program(server, secret), server.browser()])
    expect(await found(other)).toBeNull()
})
