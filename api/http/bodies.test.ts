import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { jsonOf } from '#api/test/answer.ts'
import { png } from '#api/test/pictures.ts'
import { problemOf } from '#api/test/problem.ts'
import { seeds } from '#api/test/seeds.ts'
import { testServer } from '#api/test/server.ts'
import type { Visitor } from '#api/test/visitor.ts'
import { parseJsonBody } from './json-body.ts'
import { Gathered } from './read-body.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const SMALL = 64 * KILOBYTE

const server = await testServer({ settings: { demoUser: false } })
const demo = await testServer()
await seeds(demo.services).theDemoUser()
const nobody = server.visitor()
const ann = server.visitor()
const { id: annId } = await ann.signUp()
const asDemo = { 'X-Demo-User': '1' }

/** A JSON body of so many bytes. */
const bodyOf = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`

const doors = [
  ['POST', '/api/posts'],
  ['POST', '/API/Posts/'],
  ['POST', '/api/posts/x/like'],
  ['DELETE', '/api/posts/x'],
  ['PATCH', `/api/users/${annId}`],
  ['PATCH', '/api/users/demo-user'],
  ['POST', '/graphql'],
  ['POST', '/api/auth/sign-in/email'],
  ['POST', '/api/auth/sign-up/email'],
  ['POST', '/api/nothing'],
] as const

interface Sent {
  who?: Visitor
  method: string
  path: string
  body: string
  chunked?: boolean
  headers?: Record<string, string>
}

async function statusOf({
  who = nobody,
  method,
  path,
  body,
  chunked = false,
  headers,
}: Sent): Promise<number> {
  const stream = () => ({ body: new Blob([body]).stream(), duplex: 'half' as const })
  const request = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(chunked ? stream() : { body }),
  }
  return (await who.fetch(path, request)).status
}

test.each(doors)(
  'attack 65: without a session a body may have 64 KB at %s %s',
  async (method, path) => {
    for (const chunked of [false, true]) {
      expect(await statusOf({ method, path, body: bodyOf(SMALL), chunked })).not.toBe(413)
      expect(await statusOf({ method, path, body: bodyOf(SMALL + 1), chunked })).toBe(413)
      expect(
        await statusOf({ method, path, body: bodyOf(SMALL + 1), chunked, headers: asDemo }),
      ).toBe(413)
    }
  },
)

test.each(doors)(
  'with a session a body may have 1 MB at %s %s, and without a picture 64 KB of a call that takes one',
  async (method, path) => {
    const takesPicture = /^\/api\/(posts\/?|users\/[^/]+)$/i.test(path)
    const most = takesPicture ? SMALL : MEGABYTE
    for (const chunked of [false, true]) {
      expect(await statusOf({ who: ann, method, path, body: bodyOf(most), chunked })).not.toBe(413)
      expect(await statusOf({ who: ann, method, path, body: bodyOf(most + 1), chunked })).toBe(413)
    }
  },
)

test('a body that is too large is refused in the form of its door, with what to do', async () => {
  const json = { text: 'x'.repeat(SMALL) }
  const detail =
    'That is more than can be sent without an account. Sign in to send more than 64 KB at once.'
  expect((await problemOf(await nobody.fetch('/api/posts', { json }), 413)).detail).toBe(detail)
  const refused = await nobody.fetch('/graphql', {
    json,
    headers: { accept: 'application/graphql-response+json' },
  })
  expect([refused.status, refused.headers.get('content-type'), await refused.json()]).toEqual([
    413,
    'application/graphql-response+json; charset=utf-8',
    { errors: [{ message: detail, extensions: { code: 'TOO_LARGE' } }] },
  ])
})

const picture = (bytes: number) =>
  `data:image/png;base64,${Buffer.concat([png(), Buffer.alloc(bytes)]).toString('base64')}`

test('where there is a demo user, its two calls with a picture take 8 MB without a session', async () => {
  const visitor = demo.visitor()
  const imageUrl = picture(4 * MEGABYTE)
  await jsonOf(
    await visitor.fetch('/api/posts', { json: { authorId: 'demo-user', content: 'Hi', imageUrl } }),
    201,
  )
  for (const user of ['demo-user', 'demouser'])
    await jsonOf(
      await visitor.fetch(`/api/users/${user}`, { method: 'PATCH', json: { avatar: imageUrl } }),
      200,
    )
  await problemOf(await visitor.fetch('/api/posts', { json: { content: 'Hi', imageUrl } }), 401)
  await problemOf(
    await visitor.fetch(`/api/users/${annId}`, { method: 'PATCH', json: { avatar: imageUrl } }),
    413,
  )
  expect(
    await statusOf({
      who: visitor,
      method: 'POST',
      path: '/api/posts',
      body: bodyOf(8 * MEGABYTE),
    }),
  ).toBe(413)
})

test('who acts as the demo user by the header may send what a member may', async () => {
  const send = (bytes: number) =>
    statusOf({
      who: demo.visitor(),
      method: 'POST',
      path: '/api/posts/x/like',
      body: bodyOf(bytes),
      headers: asDemo,
    })
  expect(await send(MEGABYTE)).not.toBe(413)
  expect(await send(MEGABYTE + 1)).toBe(413)
})

/** Sends a head and nothing of the body. Resolves with the status of the response. */
async function statusOfHead(
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const request = http.request(server.url + path, {
    method: 'POST',
    headers: { origin: server.url, ...headers },
  })
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  request.on('error', () => {}).destroy()
  return response.statusCode
}

test('attack 65: a refused body is not waited for', async () => {
  const upload = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(5 * MEGABYTE),
  }
  expect(await statusOfHead('/api/media', upload)).toBe(401)
  const json = { 'content-type': 'application/json', 'content-length': String(8 * MEGABYTE) }
  for (const path of ['/api/posts', '/graphql', '/api/auth/sign-in/email'])
    expect(await statusOfHead(path, json)).toBe(413)
})

test.each(['/api/posts', '/graphql', '/nowhere', '/media/x'])(
  'attack 65: a refused body without an end is cut off at %s',
  async (path) => {
    const { port, host } = new URL(server.url)
    const head = [
      'Content-Type: application/json',
      `Host: ${host}`,
      'Transfer-Encoding: chunked',
    ].join('\r\n')
    const socket = connect(Number(port), 'localhost').setEncoding('utf8')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    let answer = ''
    socket
      .on('error', () => {})
      .on('data', (text) => {
        answer += text
      })
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`)
    let sent = 0
    const more = () => {
      for (let room = true; room && !socket.destroyed; sent++) {
        socket.write(`${MEGABYTE.toString(16)}\r\n`)
        socket.write(Buffer.alloc(MEGABYTE, '['))
        room = socket.write('\r\n')
      }
    }
    socket.on('drain', more)
    more()
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(sent).toBeLessThan(100)
  },
)

test('attack 65: 7 MB of brackets are refused in milliseconds', () => {
  const brackets = Buffer.alloc(7 * MEGABYTE, '[')
  const began = performance.now()
  for (const field of ['imageUrl', 'avatar'])
    expect(() => parseJsonBody(brackets, field)).toThrow('more than can be sent')
  expect(performance.now() - began).toBeLessThan(50)
})

test('a picture is found in a body however its JSON is written', async () => {
  const imageUrl = picture(SMALL)
  const plain = JSON.stringify(imageUrl)
  const content = 'The text says \\"imageUrl\\": \\"data:image/png;base64,x\\", ümläuts and all'
  const url = async (body: string) => {
    const response = await ann.fetch('/api/posts', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const post = (await jsonOf(response, 201)) as { imageUrl: string; content: string }
    expect(post.content).toBe(JSON.parse(`"${content}"`))
    return post.imageUrl
  }
  const first = await url(`{"content":"${content}","imageUrl":${plain}}`)
  expect(first).toMatch(/^\/media\//)
  expect(await url(`{"imageUrl":${plain},"content":"${content}"}`)).toBe(first)
  expect(
    await url(
      ` { "content" : "${content}",\r\n\t"imageUrl" :\n ${plain.replaceAll('/', '\\/').replaceAll('+', '\\u002B')} } `,
    ),
  ).toBe(first)
  expect(
    await url(`\ufeff{"content":"${content}","imageUrl":${plain.replace('data:', 'DATA:')}}`),
  ).toBe(first)
})

test.each([
  ['in another field', (data: string) => ({ content: data })],
  ['in two fields', (data: string) => ({ content: data, imageUrl: data })],
  ['in a field of a field', (data: string) => ({ content: 'Hi', mediaType: { imageUrl: data } })],
])('a long data URL %s is too large', async (_where, json) => {
  await problemOf(await ann.fetch('/api/posts', { json: json(picture(SMALL)) }), 413)
})

test('a field that is written twice, or a text cut off, is no way around', async () => {
  const data = picture(SMALL)
  const send = (body: string) => statusOf({ who: ann, method: 'POST', path: '/api/posts', body })
  expect(
    await send(`{"imageUrl":"${data}","imageUrl":"https://example.org/a.png","content":"Hi"}`),
  ).toBe(413)
  expect(await send(`{"content":"Hi","imageUrl":"${data}`)).toBe(413)
  expect(await send(`{"content":"Hi","imageUrl":"${data}\\"}`)).toBe(400)
  expect(await send(`{"content":"Hi","imageUrl":"${data}"`)).toBe(400)
})

test('attack 65: a body in chunks of a byte takes the memory of its bytes', () => {
  const gathered = new Gathered(8 * MEGABYTE)
  const chunk = Buffer.from('x')
  for (let i = 0; i < MEGABYTE; i++) gathered.add(chunk)
  expect([gathered.bytes.length, gathered.bytes.buffer.byteLength]).toEqual([MEGABYTE, MEGABYTE])
  expect(gathered.add(Buffer.alloc(7 * MEGABYTE + 1))).toBe(false)
})

test('JSON that is packed or in another charset is not taken', async () => {
  const json = { 'content-type': 'application/json' }
  for (const headers of [
    { ...json, 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=utf-16' },
  ])
    for (const path of ['/api/posts', '/graphql'])
      expect(await statusOf({ who: ann, method: 'POST', path, body: '{}', headers })).toBe(415)
})
