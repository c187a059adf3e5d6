import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { expectJson } from '#api/test/json-response.ts'
import { testServer } from '#api/test/server.ts'
import { routes } from './routes.ts'

const server = await testServer()
const anonymous = server.browser()

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>
}

interface Description {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
}

const description = async () =>
  (await expectJson(await anonymous.fetch('/api/openapi.json'))) as Description

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(JSON.stringify(await description())))).toEqual({
    valid: true,
  })
  expect(validator.version).toBe('3.1')
  expect(
    await validator.validate({ ...(await description()), paths: { posts: {} } }),
  ).toMatchObject({ valid: false })
})

test('the document lists every route with its statuses', async () => {
  const { paths, servers } = await description()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { responses }]) =>
        `${method.toUpperCase()} ${path} ${Object.keys(responses).join(' ')}`,
    ),
  )
  expect(servers).toEqual([{ url: `${server.url}/api` }])
  expect(described.sort()).toEqual(
    [
      'GET /auth/user 200 401',
      'GET /posts 200 400',
      'POST /posts 201 400 401 403 409 413 415 429 507',
      'GET /posts/{id} 200 404',
      'DELETE /posts/{id} 204 401 403 404 429',
      'POST /posts/{id}/like 200 401 403 404 429 507',
      'DELETE /posts/{id}/like 200 401 403 404 429 507',
      'GET /users/{id} 200 404',
      'PATCH /users/{id} 200 400 401 403 413 415 429 507',
      'GET /users/{id}/posts 200 400 404',
      'GET /search 200 400 429',
      'POST /media 201 400 401 403 413 415 429 507',
    ].sort(),
  )
})

test('every reference resolves, and operation ids are unique', async () => {
  const document = await description()
  for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(document.components.schemas).toHaveProperty(String(name))
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(routes.length)
})

test('the page shows every route, without scripts or external resources', async () => {
  const response = await anonymous.fetch('/api/docs')
  const page = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(page).not.toMatch(/<script|<style|style=|\son\w+=|undefined|\[object/)
  for (const [, address] of page.matchAll(/(?:href|src)="([^"]*)"/g))
    expect(address).toMatch(/^(\/(?!\/)|#)/)
  for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(page).toContain(`id="${id}"`)
  for (const { name, path, method } of routes) {
    const section = page.slice(page.indexOf(`<article id="${name}"`)).split('</article>')[0]
    expect(section).toContain(
      `<span class="method ${method}">${method.toUpperCase()}</span><code>/api${path}</code>`,
    )
    expect(section).toContain(`<pre tabindex="0"><code>curl `)
  }
  const style = await anonymous.fetch('/api/docs.css')
  expect([style.status, style.headers.get('content-type')]).toEqual([
    200,
    'text/css; charset=utf-8',
  ])
  expect(await style.text()).not.toMatch(/url\(|@import/)
})

test('the curl commands on the page work', async () => {
  const page = (await (await anonymous.fetch('/api/docs')).text())
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
  const ann = server.browser()
  const commands = [...page.matchAll(/<code>curl ([^<]*)<\/code>/g)].map(([, words]) =>
    String(words).replaceAll('\\\n', ''),
  )
  const statuses = []
  for (const words of commands) {
    if (words.includes('-F ')) continue
    const [, method] = /-X (\w+)/.exec(words) ?? []
    const [, body] = /-d '([^']*)'/.exec(words) ?? []
    const [, address] = /'(http[^']*)'$/.exec(words) ?? []
    const request = { ...(body && { json: JSON.parse(body) }), ...(method && { method }) }
    statuses.push((await ann.fetch(String(address).replace(server.url, ''), request)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 201, 404, 404, 404, 404, 200, 200, 200, 200, 200])
})

test('the documentation is public and cacheable', async () => {
  for (const path of ['/api/openapi.json', '/api/docs', '/api/docs.css']) {
    const { headers } = await anonymous.fetch(path)
    expect([
      headers.get('cache-control'),
      headers.get('vary')?.toLowerCase() ?? 'accept-encoding',
    ]).toEqual(['public, no-cache', 'accept-encoding'])
    const again = await anonymous.fetch(path, {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  }
})
