import { expect, test } from 'vitest'
import type { Results, TestResult } from './results.ts'
import { withSecondLook } from './second-look.ts'

const result = (file: string, name: string, error?: string): TestResult => ({
  type: 'test',
  file,
  name,
  state: error === undefined ? 'passed' : 'failed',
  ...(error !== undefined && { error }),
})
const run = (...tests: TestResult[]): Results => ({ tests, faults: [] })

test('a test that fails in both runs has failed, one that fails in either is flaky', async () => {
  const first = run(
    result('a.test.ts', 'always', 'expected 1 to be 2\n at a.test.ts:3'),
    result('a.test.ts', 'first', 'timed out'),
    result('a.test.ts', 'second'),
    result('b.test.ts', 'never'),
  )
  const reruns: string[] = []
  const outcome = await withSecondLook(first, async (file) => {
    reruns.push(file)
    return run(
      result(file, 'always', 'expected 1 to be 2'),
      result(file, 'first'),
      result(file, 'second', 'closed'),
    )
  })
  expect(reruns).toEqual(['a.test.ts'])
  expect(outcome).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['a.test.ts › always: expected 1 to be 2'],
    flaky: ['a.test.ts › first: timed out', 'a.test.ts › second: closed'],
  })
})

test('a fault fails the run without a second look, also one of the second run', async () => {
  const crashed = { tests: [result('a.test.ts', 'one')], faults: ['Unhandled error: no'] }
  const untouched = await withSecondLook(crashed, () => Promise.reject(new Error('not called')))
  expect(untouched).toMatchObject({ failed: 1, failures: ['Unhandled error: no'], flaky: [] })

  const first = run(result('a.test.ts', 'one', 'timed out'))
  const again = { tests: [], faults: ['The run ended early, with code 1.'] }
  const { failures } = await withSecondLook(first, async () => again)
  expect(failures).toEqual(['a.test.ts › one: timed out', 'The run ended early, with code 1.'])
})

test('more than twenty failed files get no second look', async () => {
  const first = run(...Array.from({ length: 21 }, (_, n) => result(`${n}.test.ts`, 'one', 'no')))
  const outcome = await withSecondLook(first, () => Promise.reject(new Error('not called')))
  expect(outcome).toMatchObject({ failed: 21, flaky: [] })
})
