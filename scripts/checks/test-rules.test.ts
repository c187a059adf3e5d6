import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../run.ts'
import { RULES, violations } from './test-rules.ts'

/** Files that break a rule for a reason. */
const EXCEPTIONS: Record<string, string> = {
  'scripts/checks/test-rules.test.ts': 'It has the examples.',
  'api/http/listen.test.ts': 'It keeps the event loop busy, and counts its turns.',
}

test.each(RULES)('a test that $name is found', ({ name, example }) => {
  expect(violations(example)).toContainEqual(expect.stringContaining(name))
})

test('every test is right on a slow machine', () => {
  const files = globSync(
    ['{api,bench,demo,e2e,rules,scripts,torture,web}/**/*.{test,spec}.{ts,tsx}', 'e2e/*.ts'],
    // The installation itself, which runs before the first test, and what is installed.
    { cwd: ROOT, exclude: ['e2e/chromium.ts', 'bench/node_modules'] },
  )
  expect(files.length).toBeGreaterThan(200)
  const found = files
    .filter((file) => !(file in EXCEPTIONS))
    .flatMap((file) =>
      violations(readFileSync(path.join(ROOT, file), 'utf8')).map((text) => `${file}:${text}`),
    )
  expect(found).toEqual([])
})
