import { failureText, type Results, type TestResult } from './results.ts'

/** More failed files than this have one cause, which a second run would only confirm. */
const MAX_FILES = 20

export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** The text of each failure: a test that failed in both runs, or a fault. */
  failures: string[]
  /** The text of each test that failed in one of two runs. */
  flaky: string[]
}

/**
 * Runs each file with failed tests once more in a fresh process, because tests that run in parallel
 * disturb each other. A fault is not repeated.
 * @param rerun runs one file
 */
export async function withSecondLook(
  first: Results,
  rerun: (file: string) => Promise<Results>,
): Promise<Outcome> {
  const failed = first.tests.filter(({ state }) => state === 'failed')
  const files = [...new Set(failed.map(({ file }) => file))]
  const second: Results = { tests: [], faults: [] }
  if (files.length <= MAX_FILES) {
    for (const file of files) {
      console.log(`A second run of ${file} …`)
      const { tests, faults } = await rerun(file)
      second.tests.push(...tests)
      second.faults.push(...faults)
    }
  }
  return compare(first, second)
}

/** A test fails when no run passed it, and is flaky when one run passed and another failed it. */
function compare(first: Results, second: Results): Outcome {
  const runs = [...first.tests, ...second.tests]
  const failed = uniqueTests(runs.filter(({ state }) => state === 'failed'))
  const hasPassed = (test: TestResult) =>
    [first, second].some(({ tests }) => {
      const states = tests.filter((other) => isSame(other, test)).map(({ state }) => state)
      return states.length > 0 && states.every((state) => state === 'passed')
    })
  const failures = failed.filter((test) => !hasPassed(test))
  const faults = [...new Set([...first.faults, ...second.faults])]
  const skipped = first.tests.filter(({ state }) => state === 'skipped').length
  return {
    passed: Math.max(0, first.tests.length - failures.length - skipped),
    failed: failures.length + faults.length,
    skipped,
    failures: [...failures.map(textOf), ...faults],
    flaky: failed.filter(hasPassed).map(textOf),
  }
}

function uniqueTests(tests: TestResult[]): TestResult[] {
  return tests.filter((test, index) => tests.findIndex((other) => isSame(other, test)) === index)
}

function isSame(one: TestResult, other: TestResult): boolean {
  return one.file === other.file && one.name === other.name
}

function textOf({ file, name, error }: TestResult): string {
  return failureText(file, name, error)
}
