import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { expectProblem } from '#api/test/operations/problem-response.ts'
import type { TestBrowser } from '#api/test/people/browser.ts'
import { seeds } from '#api/test/people/seeds.ts'
import { png } from '#api/test/pictures/pictures.ts'
import { testServer } from '#api/test/servers/server.ts'
import { parseBodyWithPicture } from './json-body.ts'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const SMALL = 64 * KILOBYTE

const server = await testServer({ settings: { demoUser: false } })
const demo = await testServer()
await seeds(demo.services).theDemoUser()
const anonymous = server.browser()
const ann = server.browser()
const { id: annId } = await ann.signUp()
const asDemo = { 'X-Demo-User': '1' }

/** A JSON body of the given size. */
const bodyOf = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`

const endpoints = [
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

interface BodyRequest {
  caller?: TestBrowser
  method: string
  path: string
  body: string
  chunked?: boolean
  headers?: Record<string, string>
}

async function statusOf({
  caller = anonymous,
  method,
  path,
  body,
  chunked = false,
  headers,
}: BodyRequest): Promise<number> {
  const stream = () => ({ body: new Blob([body]).stream(), duplex: 'half' as const })
  const request = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(chunked ? stream() : { body }),
  }
  return (await caller.fetch(path, request)).status
}

test.each(endpoints)(
  'attack 65: without a session, the body limit of %s %s is 64 KB',
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

test.each(endpoints)(
  'with a session and as the demo user, the body limit of %s %s is 64 KB beside a picture',
  async (method, path) => {
    for (const chunked of [false, true])
      for (const by of [{ caller: ann }, { caller: demo.browser(), headers: asDemo }]) {
        expect(await statusOf({ ...by, method, path, body: bodyOf(SMALL), chunked })).not.toBe(413)
        expect(await statusOf({ ...by, method, path, body: bodyOf(SMALL + 1), chunked })).toBe(413)
      }
  },
)

test.each([
  ['deep', '['.repeat(33) + ']'.repeat(33)],
  ['long', `[${Array(2_000).fill('1').join(',')}]`],
  ['endless', '['.repeat(SMALL)],
])('a %s body is 400 everywhere, before it is parsed', async (_kind, body) => {
  const parse = vi.spyOn(JSON, 'parse')
  const headers = { 'content-type': 'application/json' }
  const answers: string[] = []
  for (const path of ['/api/posts', '/api/auth/sign-in/email', '/graphql', '/graphql?by=express']) {
    const response = await ann.fetch(path, { method: 'POST', headers, body })
    expect(response.status, path).toBe(400)
    answers.push(await response.text())
  }
  const parsed = parse.mock.calls.map(([text]) => text)
  vi.restoreAllMocks()
  expect(parsed).not.toContain(body)
  for (const answer of answers) expect(answer).toContain('BODY_TOO_COMPLEX')
})

test('the error for a large body has the format of its API, and says what to do', async () => {
  const json = { text: 'x'.repeat(SMALL) }
  const detail = 'Without an account, a request can have up to 64 KB. Sign in to send more.'
  expect((await expectProblem(await anonymous.fetch('/api/posts', { json }), 413)).detail).toBe(
    detail,
  )
  const rejected = await ann.fetch('/graphql', {
    json,
    headers: { accept: 'application/graphql-response+json' },
  })
  expect([rejected.status, rejected.headers.get('content-type'), await rejected.json()]).toEqual([
    413,
    'application/graphql-response+json; charset=utf-8',
    {
      errors: [
        {
          message: 'The request is too large. Please send less at once.',
          extensions: { code: 'TOO_LARGE', reason: 'BODY_TOO_LARGE' },
        },
      ],
    },
  ])
})

const picture = (bytes: number) =>
  `data:image/png;base64,${Buffer.concat([png(), Buffer.alloc(bytes)]).toString('base64')}`

test('two endpoints with a picture take 8 MB from the demo user', async () => {
  const visitor = demo.browser()
  const imageUrl = picture(4 * MEGABYTE)
  await expectJson(
    await visitor.fetch('/api/posts', { json: { authorId: 'demo-user', content: 'Hi', imageUrl } }),
    201,
  )
  for (const user of ['demo-user', 'demouser'])
    await expectJson(
      await visitor.fetch(`/api/users/${user}`, { method: 'PATCH', json: { avatar: imageUrl } }),
      200,
    )
  await expectProblem(await visitor.fetch('/api/posts', { json: { content: 'Hi', imageUrl } }), 401)
  await expectProblem(
    await visitor.fetch(`/api/users/${annId}`, { method: 'PATCH', json: { avatar: imageUrl } }),
    413,
  )
  expect(
    await statusOf({
      caller: visitor,
      method: 'POST',
      path: '/api/posts',
      body: bodyOf(8 * MEGABYTE),
    }),
  ).toBe(413)
})

/** Sends headers without a body. */
async function statusWithoutBody(
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

test('attack 65: the server responds without reading a rejected body', async () => {
  const upload = {
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(5 * MEGABYTE),
  }
  expect(await statusWithoutBody('/api/media', upload)).toBe(401)
  const json = { 'content-type': 'application/json', 'content-length': String(8 * MEGABYTE) }
  for (const path of ['/api/posts', '/graphql', '/api/auth/sign-in/email'])
    expect(await statusWithoutBody(path, json)).toBe(413)
})

test.each(['/api/posts', '/graphql', '/nowhere', '/media/x'])(
  'attack 65: an endless rejected body is aborted at %s',
  async (path) => {
    const { port, host } = new URL(server.url)
    const head = [
      'Content-Type: application/json',
      `Host: ${host}`,
      'Transfer-Encoding: chunked',
    ].join('\r\n')
    const socket = connect(Number(port), 'localhost').setEncoding('utf8')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    let response = ''
    socket
      .on('error', () => {})
      .on('data', (text) => {
        response += text
      })
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n`)
    let sent = 0
    const more = () => {
      for (let hasRoom = true; hasRoom && !socket.destroyed; sent++) {
        socket.write(`${MEGABYTE.toString(16)}\r\n`)
        socket.write(Buffer.alloc(MEGABYTE, '['))
        hasRoom = socket.write('\r\n')
      }
    }
    socket.on('drain', more)
    more()
    await closed
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(sent).toBeLessThan(100)
  },
)

test('attack 65: 7 MB of brackets are rejected before they are decoded or parsed', () => {
  const brackets = Buffer.alloc(7 * MEGABYTE, '[')
  const parse = vi.spyOn(JSON, 'parse')
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  for (const field of ['imageUrl', 'avatar'])
    expect(() => parseBodyWithPicture(brackets, field)).toThrow('too large')
  const calls = [parse, decode].map((spy) => spy.mock.calls.length)
  vi.restoreAllMocks()
  expect(calls).toEqual([0, 0])
})

test('an embedded picture is found in any formatting of the JSON', async () => {
  const imageUrl = picture(SMALL)
  const plain = JSON.stringify(imageUrl)
  const content = 'The text says \\"imageUrl\\": \\"data:image/png;base64,x\\", ümläuts and all'
  const url = async (body: string) => {
    const response = await ann.fetch('/api/posts', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const post = (await expectJson(response, 201)) as { imageUrl: string; content: string }
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

test('what is beside a picture has the same bounds as every body', async () => {
  const deep = '['.repeat(33) + ']'.repeat(33)
  const response = await ann.fetch('/api/posts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"content":${deep},"imageUrl":"${picture(SMALL)}"}`,
  })
  expect((await expectProblem(response, 400)).code).toBe('BODY_TOO_COMPLEX')
})

test.each([
  ['in another field', (data: string) => ({ content: data })],
  ['in two fields', (data: string) => ({ content: data, imageUrl: data })],
  ['in a field of a field', (data: string) => ({ content: 'Hi', mediaType: { imageUrl: data } })],
])('a long data URL %s is too large', async (_where, json) => {
  await expectProblem(await ann.fetch('/api/posts', { json: json(picture(SMALL)) }), 413)
})

test('duplicate fields and truncated strings do not bypass the limit', async () => {
  const data = picture(SMALL)
  const send = (body: string) => statusOf({ caller: ann, method: 'POST', path: '/api/posts', body })
  expect(
    await send(`{"imageUrl":"${data}","imageUrl":"https://example.org/a.png","content":"Hi"}`),
  ).toBe(413)
  expect(await send(`{"content":"Hi","imageUrl":"${data}`)).toBe(413)
  expect(await send(`{"content":"Hi","imageUrl":"${data}\\"}`)).toBe(400)
  expect(await send(`{"content":"Hi","imageUrl":"${data}"`)).toBe(400)
})

test('compressed JSON and other charsets are 415', async () => {
  const json = { 'content-type': 'application/json' }
  for (const headers of [
    { ...json, 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=utf-16' },
  ])
    for (const path of ['/api/posts', '/graphql'])
      expect(await statusOf({ caller: ann, method: 'POST', path, body: '{}', headers })).toBe(415)
})
