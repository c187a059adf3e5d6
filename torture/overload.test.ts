import { expect, test } from 'vitest'
import { latencyProblems } from './overload.ts'

const served = (milliseconds: number) => ({
  latencies: { 200: Array.from({ length: 100 }, () => milliseconds), 503: [1] },
})

test('slow responses and a complete failure under overload are reported', () => {
  expect(latencyProblems('Under overload', served(20), 10)).toEqual([])
  expect(latencyProblems('Under overload', served(21), 10)).toEqual([
    'Under overload the p99 of served requests was 21 ms, which is usually 10 ms.',
  ])
  expect(latencyProblems('Under overload', { latencies: { 503: [1, 1] } }, 10)).toEqual([
    'Under overload no request was served.',
  ])
})
