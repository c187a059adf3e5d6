import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Prints every module that the server loads. */
const program = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
  await Promise.all([import('#api/serve/services.ts'), import('#api/process/serve.ts')])
  console.log(loaded.join('\\n'))
  process.exit()`

test('startup without optional settings does not load their libraries', () => {
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  }).split('\n')
  expect(loaded.length).toBeGreaterThan(500)
  const folders = [
    '@aws-sdk',
    '@smithy',
    'flydrive/build/drivers/s3',
    'openid-client',
    'oauth4webapi',
    'ioredis',
    'nodemailer',
  ]
  expect(
    loaded.filter((url) => folders.some((folder) => url.includes(`/node_modules/${folder}/`))),
  ).toEqual([])
})
