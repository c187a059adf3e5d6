import { expect, test } from 'vitest'
import { expectJson } from '#api/test/operations/json-response.ts'
import { testServer } from '#api/test/servers/server.ts'
import { guides } from './guides.ts'
import { describedRoutes } from './routes.ts'

const server = await testServer()
const anonymous = server.browser()

interface Operation {
  operationId: string
  responses: Record<string, ResponseDescription>
}

interface ResponseDescription {
  $ref?: string
  headers?: object
  content?: Record<string, { schema: { $ref: string } }>
}

interface Description {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object; headers: object; responses: Record<string, ResponseDescription> }
}

const description = async () =>
  (await expectJson(await anonymous.fetch('/api/openapi.json'))) as Description

test('the document lists every route with its statuses', async () => {
  const { paths, servers } = await description()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { responses }]) =>
        `${method.toUpperCase()} ${path} ${Object.keys(responses).join(' ')}`,
    ),
  )
  expect(servers).toEqual([{ url: `${server.url}/api` }])
  // After a deliberate change, `npx vitest run api/rest/docs.test.ts -u` writes the list.
  expect(described.sort()).toMatchSnapshot()
})

test('every reference resolves, and operation ids are unique', async () => {
  const document = await description()
  const references = /"#\/components\/(schemas|headers|responses)\/([\w-]+)"/g
  for (const [, kind = '', name = ''] of JSON.stringify(document).matchAll(references))
    expect(Object.keys(document.components[kind as 'schemas']), name).toContain(name)
  const names = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(names).size).toBe(describedRoutes.length)
})

test('every response of a route has the headers of rate limits', async () => {
  const { paths, components } = await description()
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const own = operations.flatMap(({ responses }) => Object.values(responses))
  const { RATE_LIMITED, UNAVAILABLE } = components.responses
  for (const response of [RATE_LIMITED, ...own.filter(({ $ref }) => !$ref)])
    expect(Object.keys(response?.headers ?? {})).toEqual(
      expect.arrayContaining(['RateLimit-Policy', 'RateLimit']),
    )
  // Load shedding refuses requests before they reach a route.
  expect(Object.keys(UNAVAILABLE?.headers ?? {})).toEqual(['Retry-After'])
})

const styles = ['/api/page.css', '/api/docs.css']

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
  for (const { name, path, method } of describedRoutes) {
    const section = page.slice(page.indexOf(`<article id="${name}"`)).split('</article>')[0]
    expect(section).toContain(
      `<span class="method ${method}">${method.toUpperCase()}</span><code>/api${path}</code>`,
    )
    expect(section).toContain(`<pre tabindex="0"><code>curl `)
  }
  expect(page).toContain('<code>Authorization: Bearer gv_…</code>')
  for (const path of styles) {
    expect(page).toContain(`<link rel="stylesheet" href="${path}">`)
    const style = await anonymous.fetch(path)
    expect([style.status, style.headers.get('content-type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ])
    expect(await style.text()).not.toMatch(/url\(|@import/)
  }
})

test('the curl commands on the page work', async () => {
  const page = (await (await anonymous.fetch('/api/docs')).text())
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
  const ann = server.browser()
  await server.browser().signUp({ username: 'ben_ray' })
  const commands = [...page.matchAll(/<code>curl ([^<]*)<\/code>/g)].map(([, words]) =>
    String(words).replaceAll('\\\n', ''),
  )
  const statuses: Record<string, number> = {}
  for (const words of commands) {
    if (words.includes('-F ')) continue
    const [, method] = /-X (\w+)/.exec(words) ?? []
    const [, body] = /-d '([^']*)'/.exec(words) ?? []
    const [, address] = /'(http[^']*)'$/.exec(words) ?? []
    const request = { ...(body && { json: JSON.parse(body) }), ...(method && { method }) }
    const path = String(address).replace(server.url, '')
    statuses[`${method ?? (body ? 'POST' : 'GET')} ${path}`] = (
      await ann.fetch(path, request)
    ).status
  }
  // The examples of posts, passkeys and sessions do not exist. Signing out comes late, and routes
  // that need a setting are not mounted.
  expect(statuses).toMatchSnapshot()
})

test('the documentation is public and cacheable', async () => {
  const files = ['/api/openapi.json', '/api/docs', ...styles, '/llms.txt']
  for (const path of [...files, ...guides.map(({ path }) => `/api${path}`)]) {
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

test('/llms.txt leads to every page of the documentation', async () => {
  const response = await anonymous.fetch('/llms.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^# Good Vibes\n\n> .+/)
  const links = [...text.matchAll(/^- \[.+?\]\((.+?)\): .+$/gm)].map(([, link = '']) => link)
  expect(links.length).toBe(3 + guides.length)
  for (const link of links) {
    expect(link).toContain(server.url)
    const { status } = await anonymous.fetch(link.replace(server.url, ''), {
      headers: { accept: 'application/json, text/markdown, text/html' },
    })
    expect([link, status === 404]).toEqual([link, false])
  }
})

test('the guides are Markdown', async () => {
  for (const { path, title } of guides) {
    const response = await anonymous.fetch(`/api${path}`)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await response.text()).toMatch(new RegExp(`^# ${title}\n`))
  }
})
