import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildSchema, parse, validate } from 'graphql'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './run.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(read('docs/webhooks.md'))?.[1] ?? ''

const key = Buffer.alloc(24, 7).toString('base64')
const code = blockOf('js').replace(
  /\.listen\(\d+\)/,
  ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })",
)
const receiver = spawn(process.execPath, ['--input-type=module', '--eval', code], {
  cwd: ROOT,
  env: { ...process.env, WEBHOOK_SECRET: `whsec_${key}` },
  stdio: ['ignore', 'pipe', 'inherit'],
})
afterAll(() => receiver.kill())
const [started] = (await once(receiver.stdout, 'data')) as [Buffer]
const [, port = ''] = /port (\d+)/.exec(String(started)) ?? []

/** Sends a message, signed as the documentation says. */
async function send(body: string, { signedBody = body, sentAt = Date.now() } = {}) {
  const timestamp = String(Math.floor(sentAt / 1_000))
  const signature = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`msg_1.${timestamp}.${signedBody}`)
    .digest('base64')
  const response = await fetch(`http://127.0.0.1:${port}/good-vibes`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  })
  return response.status
}

test('the receiver of docs/webhooks.md takes messages, and refuses forged and old ones', async () => {
  const body = JSON.stringify({ data: { postCreated: { content: 'Hello' } } })
  expect(await send(body)).toBe(204)
  expect(await send(body, { signedBody: '{}' })).toBe(400)
  expect(await send(body, { sentAt: Date.now() - 10 * 60_000 })).toBe(400)
})

test('its mutation and its subscription are those of the schema', () => {
  const schema = buildSchema(read('schema.graphql'))
  const mutation = blockOf('graphql')
  const [, subscription = ''] = /subscription: "(.*)"/.exec(mutation) ?? []
  for (const document of [mutation, subscription])
    expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([])
})
