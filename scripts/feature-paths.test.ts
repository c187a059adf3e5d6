import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** A path below /api, in a text or a regular expression. */
const API_PATH = /['"`^/]\\?\/api\\?\/\w/

test('what serves every feature names the path of none', () => {
  const named = globSync('api/{http,graphql,admission,limits}/*.ts', {
    cwd: ROOT,
    exclude: ['**/*.test.ts'],
  }).filter((file) => API_PATH.test(withoutComments(readFileSync(path.join(ROOT, file), 'utf8'))))
  expect(named).toEqual([])
})

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
