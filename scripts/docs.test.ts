import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
const TEST_REFERENCE = /`([^`]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>| \|)/g
const LINK = /\]\((?!https?:|#)([^)#]+)/g

test.each(['docs/spec-coverage.md', 'docs/security.md'])(
  'every test that %s names exists',
  (page) => {
    const references = [...read(page).matchAll(TEST_REFERENCE)].map(
      ([, file = '', title = '']) => ({
        file,
        title,
      }),
    )
    expect(references.length).toBeGreaterThan(20)
    const missing = references.filter(
      ({ file, title }) => !existsSync(path.join(ROOT, file)) || !sourceOf(file).includes(title),
    )
    expect(missing).toEqual([])
  },
)

test('every statement of the specification has a test, or a reason why it has none', () => {
  const rows = read('docs/spec-coverage.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (statement|---)/.test(line))
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.filter((row) => !/` › |\| none: ./.test(row))).toEqual([])
})

test('every linked file exists', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(LINK)].map(([, target = '']) => path.join(path.dirname(page), target)),
  )
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((target) => !existsSync(path.join(ROOT, target)))).toEqual([])
})

test('docs/operating.md and .env.example list every setting', () => {
  const settings = [...read('api/settings/shapes.ts').matchAll(/^ {2}([A-Z_]+): \[/gm)].map(
    ([, name = '']) => name,
  )
  expect(settings.length).toBeGreaterThan(10)
  for (const page of ['docs/operating.md', '.env.example'])
    expect(
      settings.filter((name) => !read(page).includes(name)),
      page,
    ).toEqual([])
})

/** A test file's text without the backslashes that escape quotes. */
function sourceOf(file: string): string {
  return read(file).replaceAll('\\', '')
}
