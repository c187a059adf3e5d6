import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('a line is JSON with time and level, and its secrets are redacted', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  log.debug('below the level')
  log.warn(
    {
      user: 'ada',
      password: 'hush',
      request: { headers: { cookie: 'hush', authorization: 'hush', host: 'localhost' } },
    },
    'Something',
  )
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      user: 'ada',
      password: '(secret)',
      request: { headers: { cookie: '(secret)', authorization: '(secret)', host: 'localhost' } },
      msg: 'Something',
    },
  ])
})
