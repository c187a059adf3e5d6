import { expect, test } from 'vitest'
import { serializeError } from './serialize-error.ts'

test('keeps message, stack and codes of an error, and drops its other properties', () => {
  const row = 'Failing row contains (ann@example.org)'
  const cause = Object.assign(new TypeError('inner'), {
    detail: row,
    code: '23514',
    parameters: [row],
  })
  const error = Object.assign(new Error('outer', { cause }), {
    body: row,
    response: row,
    meta: { modelName: 'User', target: row },
  })
  const serialized = serializeError(error)
  expect(serialized).toEqual({
    type: 'Error',
    name: 'Error',
    message: 'outer',
    stack: error.stack,
    meta: { modelName: 'User' },
    cause: {
      type: 'TypeError',
      name: 'TypeError',
      message: 'inner',
      stack: cause.stack,
      code: '23514',
    },
  })
})

test('keeps only safe fields of objects that are not errors', () => {
  expect(
    serializeError([{ email: 'ann@example.org', code: 'E1' }, 'Invalid password', null]),
  ).toEqual([{ code: 'E1' }, 'Invalid password', null])
})

test('an error that is its own cause is cut off at the maximum depth', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(serializeError(error)).match(/"message":"round"/g)).toHaveLength(6)
})
