import { expect, test } from 'vitest'
import { operationsOf, restDocument, sendExample } from '#api/test/operations/rest-examples.ts'
import { aScene } from '#api/test/operations/route-examples.ts'
import { registerCleanup } from '#api/test/register-cleanup.ts'
import { startMailServer } from '#api/test/servers/mail-server.ts'
import { testServer } from '#api/test/servers/server.ts'
import { limits } from '#rules/limits.ts'

const mails = await startMailServer()
registerCleanup(mails.close)
const server = await testServer()
const scene = await aScene(server, mails)

const lists = operationsOf(await restDocument(server)).filter(
  ([, { method, parameters }]) =>
    method === 'get' && parameters.some(({ name }) => name === 'limit'),
)

test.each(lists)('%s returns a page of the largest size', async (_name, call) => {
  const parameters = call.parameters.map((each) =>
    each.name === 'limit' ? { ...each, example: limits.pageSize.max } : each,
  )
  const response = await sendExample({ ...call, parameters }, scene)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, text])
})
