import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builtSettings } from '#rules/page-settings.ts'
import { buildClient, type ClientBuild } from './client-build.ts'

/** Gzipped JavaScript. */
const BUDGETS_BYTES = { feed: 214_000, landing: 10_000, 'sign-in': 150_000 }

const dist = mkdtempSync(path.join(tmpdir(), 'good-vibes-build-'))
let client: ClientBuild

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  client = await buildClient(dist)
})
afterAll(() => rmSync(dist, { recursive: true }))

const read = (file: string) => readFileSync(path.join(dist, file), 'utf8')
const pages = ['app.html', 'landing.html', 'sign-in.html']
const scriptsOf = (page: string) => client.scriptsOf(page)

test.each([
  ['the feed, until it responds to a click', 'app.html', BUDGETS_BYTES.feed],
  ['the landing page', 'landing.html', BUDGETS_BYTES.landing],
  ['the sign-in page', 'sign-in.html', BUDGETS_BYTES['sign-in']],
])('%s stays within its JavaScript budget', (_name, page, budget) => {
  const scripts = scriptsOf(page)
  expect(scripts.size).toBeGreaterThan(0)
  expect(client.gzippedBytes(scripts)).toBeLessThanOrEqual(budget)
})

test('the initial scripts contain everything for the first screen of the feed', () => {
  const code = [...scriptsOf('app.html')].map(read).join('')
  for (const text of [
    'Load more positive vibes',
    "What's something good today?",
    'Good Vibes Feed',
  ])
    expect(code).toContain(text)
})

test.each(pages)('%s has the settings of the server, the language and existing icons', (page) => {
  const html = read(page)
  expect(html).toContain(builtSettings)
  expect(html).toContain('<html lang="en">')
  expect(html).toMatch(/<title>[^<]*Good Vibes[^<]*<\/title>/)
  for (const [, file = ''] of html.matchAll(
    /href="\/([^"]+\.(?:svg|ico|png|webmanifest|woff2|css))"/g,
  ))
    expect(existsSync(path.join(dist, file)), file).toBe(true)
})

test('csp.json has the hash of every inline script and style, and no element has a style attribute', () => {
  const { scripts, styles } = JSON.parse(read('csp.json')) as {
    scripts: string[]
    styles: string[]
  }
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  for (const page of pages) {
    const html = read(page)
    for (const [, text = ''] of html.matchAll(/<script>([\s\S]*?)<\/script>/g))
      expect(scripts, page).toContain(hash(text))
    for (const [, text = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g))
      expect(styles, page).toContain(hash(text))
    expect(html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ''), page).not.toMatch(
      /\sstyle="|\son\w+="/,
    )
  }
  expect(styles).toContain(hash(''))
})

test.each(['app.html', 'landing.html'])('%s can say that the client’s scripts are lost', (page) => {
  const html = read(page)
  expect(html).toMatch(/<template id="failed-start">.*We couldn’t show this page/)
  expect(html).toContain('.failed-start{')
})

test('the landing page is complete without scripts', () => {
  const html = read('landing.html')
  expect(html.match(/data-testid="sample-post"/g)).toHaveLength(2)
  expect(html).toMatch(/<a [^>]*href="\/api\/login"[^>]*>Join/)
  for (const text of [
    'Positive content only',
    'Supportive community',
    'Share your joy',
    '128 likes',
  ])
    expect(html).toContain(text)
})

test('the landing page prefetches the sign-in page, and the sign-in page the client', () => {
  const prefetched = (page: string) =>
    [...read(page).matchAll(/rel="prefetch" href="\/([^"]+)"/g)].map(([, file = '']) => file)
  expect(new Set(prefetched('landing.html'))).toEqual(scriptsOf('sign-in.html'))
  expect(new Set(prefetched('sign-in.html'))).toEqual(scriptsOf('app.html'))
})

test.each([
  ['explore', 'ExplorePage'],
  ['profile', 'ProfilePage'],
  ['settings', 'SettingsPage'],
])('/%s preloads its script and all that it imports', (key, name) => {
  const list = new RegExp(`"${key}":(\\[.*?\\])`).exec(read('app.html'))?.[1] ?? '[]'
  const preloaded = (JSON.parse(list) as string[]).map((file) => file.slice(1))
  expect(new Set(preloaded)).toEqual(client.scriptsOfPart(name).difference(scriptsOf('app.html')))
})

test('every lazily loaded page preloads its script', () => {
  const lazyPages = [...client.chunks.values()].filter(
    ({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId?.endsWith('Page.tsx'),
  )
  expect(lazyPages.length).toBeGreaterThan(3)
  const [preload] = /<script>for\(const href of .*/.exec(read('app.html')) ?? []
  const missing = lazyPages.filter(({ fileName }) => !preload?.includes(fileName))
  expect(missing.map(({ name }) => name)).toEqual(['NotFoundPage'])
})

test('scripts and styles are compressed', () => {
  const assets = readdirSync(path.join(dist, 'assets'))
  for (const file of assets.filter((name) => /\.(js|css)$/.test(name)))
    expect(assets).toEqual(expect.arrayContaining([`${file}.br`, `${file}.gz`]))
})

test('neither the gallery nor pseudo-text is in the build', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /gallery/i.test(file))).toEqual([])
  const texts = files.filter((file) => /\.(js|html|json)$/.test(file)).map(read)
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => /Show a tooltip|Gallery|\[!!! /.test(text))).toEqual([])
})
