import { expect, test } from 'vitest'
import { serializeError } from './serialize-error.ts'

test('of an error its words, stack and codes are told, of what hangs on it nothing else', () => {
  const row = 'Failing row contains (ann@example.org)'
  const cause = Object.assign(new TypeError('behind it'), {
    detail: row,
    code: '23514',
    parameters: [row],
  })
  const error = Object.assign(new Error('in front', { cause }), {
    body: row,
    response: row,
    meta: { modelName: 'User', target: row },
  })
  const told = serializeError(error)
  expect(told).toEqual({
    type: 'Error',
    name: 'Error',
    message: 'in front',
    stack: error.stack,
    meta: { modelName: 'User' },
    cause: {
      type: 'TypeError',
      name: 'TypeError',
      message: 'behind it',
      stack: cause.stack,
      code: '23514',
    },
  })
})

test('what a library tells beside its words loses what is not known to be harmless', () => {
  expect(serializeError([{ email: 'ann@example.org', code: 'E1' }, 'Invalid password', null])).toEqual([
    { code: 'E1' },
    'Invalid password',
    null,
  ])
})

test('an error that is behind itself is told', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(serializeError(error)).match(/"message":"round"/g)).toHaveLength(6)
})
