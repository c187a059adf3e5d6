import http from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test, vi } from 'vitest'
import { localsOf } from '#api/http/locals.ts'
import { schema } from '#api/serve/schema.ts'
import { aViewer } from '#api/test/people/a-viewer.ts'
import type { BrowserRequest } from '#api/test/people/browser.ts'
import { graphqlServer } from '#api/test/servers/graphql-server.ts'
import { createGraphql } from './yoga.ts'

const { server, services, ann, post, execute, like, likes } = await graphqlServer()
const { logLines } = server

test('attack 13: a mutation over GET is 405', async () => {
  const response = await ann.fetch(
    `/graphql?query=${encodeURIComponent(`mutation { ${like('one')} }`)}`,
  )
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await likes()).toBe(0)
  expect((await ann.fetch('/graphql?query={viewer{username}}')).status).toBe(200)
})

const json = JSON.stringify({ query: `mutation { ${like('one')} }` })
const form = new FormData()
form.set('operations', json)
form.set('map', '{}')
const otherTypes: [string, BrowserRequest][] = [
  ['text/plain', { body: json, headers: { 'content-type': 'text/plain' } }],
  ['a form', { body: new URLSearchParams({ query: `mutation { ${like('one')} }` }) }],
  ['multipart', { body: form }],
  [
    'application/graphql',
    { body: `mutation { ${like('one')} }`, headers: { 'content-type': 'application/graphql' } },
  ],
  ['application/json-seq', { body: json, headers: { 'content-type': 'application/json-seq' } }],
  ['no type', { body: new Blob([json]) }],
]

test.each(otherTypes)(
  'attack 14: an operation sent as %s is 415 and has no effect',
  async (_name, request) => {
    const response = await ann.fetch('/graphql', { method: 'POST', ...request })
    expect(response.status).toBe(415)
    expect(await likes()).toBe(0)
  },
)

test.each(otherTypes)(
  'attack 14: the GraphQL handler itself also rejects %s',
  async (_name, request) => {
    const viewer = aViewer({ id: post.authorId })
    const app = express().use((_req, res, next) => {
      localsOf(res).context = { ...services, viewer, requestId: 'here', clientAddress: '192.0.2.1' }
      next()
    }, createGraphql(schema, services).handler)
    const server = http.createServer(app).listen(0)
    try {
      const { port } = server.address() as AddressInfo
      const response = await fetch(`http://localhost:${port}/graphql`, {
        method: 'POST',
        ...request,
      })
      expect(response.status).toBe(415)
      expect(await likes()).toBe(0)
    } finally {
      server.close()
    }
  },
)

test('attack 19: an internal error is masked with a request id and logged with all details', async () => {
  const list = vi.spyOn(services.reads.posts, 'list').mockImplementation(() => {
    throw new Error('connect ECONNREFUSED /var/run/secret.sock: SELECT "password" FROM "Account"')
  })
  try {
    const { status, body } = await execute('{ feed { nodes { id } } }')
    const requestId = body.errors?.[0]?.extensions.requestId
    expect([status, body]).toEqual([
      500,
      {
        data: null,
        errors: [
          {
            message: `Something went wrong. If it keeps happening, tell us this number: ${requestId}`,
            path: ['feed'],
            locations: [{ line: 1, column: 3 }],
            extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
          },
        ],
      },
    ])
    expect(
      logLines.filter((line) => line.includes(String(requestId)) && line.includes('secret.sock')),
    ).toHaveLength(1)
  } finally {
    list.mockRestore()
  }
})

test('attack 12: errors do not suggest field names', async () => {
  const typo = await execute('{ viewr { id } }')
  expect(typo.body.errors?.[0]?.message).toBe('Cannot query field "viewr" on type "Query".')
  const input = await execute(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }',
    {
      input: { content: 'x', imagUrl: 'x' },
    },
  )
  expect(input.body.errors?.[0]?.message).not.toContain('imageUrl')
  for (const query of [
    '{ viewer { emial } }',
    '{ feed(frist: 1) { nodes { id } } }',
    'query ($v: LikePostInpt!) { viewer { id } }',
  ]) {
    const { errors = [] } = (await execute(query)).body
    expect(errors).not.toHaveLength(0)
    for (const { message } of errors) expect(message).not.toContain('Did you mean')
  }
})

test.each([
  ['/graphql?query=%7B__typename%7D', 'text/html,application/xhtml+xml,*/*;q=0.8'],
  ['/graphql', 'text/html'],
])('GraphiQL is also at %s for %s', async (path, accept) => {
  const response = await ann.fetch(path, { headers: { accept } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
})

test('attack 63: GraphiQL loads nothing from other hosts, under a strict policy', async () => {
  const response = await ann.fetch('/graphql', {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  const page = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(policy).toMatch(/script-src( 'sha256-[\w+/]{43}=')+(;|$)/)
  expect(policy).not.toContain('http')
  expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="(?!data:)/)
  expect(page).toContain('query Feed')
})
