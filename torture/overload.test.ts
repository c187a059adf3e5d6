import { expect, test } from 'vitest'
import { slowness } from './overload.ts'

const served = (milliseconds: number) => ({
  latencies: { 200: Array.from({ length: 100 }, () => milliseconds), 503: [1] },
})

test('of what is served under overload, slowness is told, and also that nothing was', () => {
  expect(slowness('Under overload', served(20), 10)).toEqual([])
  expect(slowness('Under overload', served(21), 10)).toEqual([
    'Under overload one in a hundred of what was served took 21 ms, which is 10 ms as a rule.',
  ])
  expect(slowness('Under overload', { latencies: { 503: [1, 1] } }, 10)).toEqual([
    'Under overload nothing was served.',
  ])
})
