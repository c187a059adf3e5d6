import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Each failure names the file, the test and the first line of the error. */
export interface Outcome extends Counts {
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: {
    ok: boolean
    title: string
    file: string
    tests: { results: { error?: { message?: string } }[] }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/**
 * Reads the report of a run. A run that fails without a failed test, or without a report, counts
 * as one failure.
 * @param code the exit code of the run
 */
export function outcomeOf(report: string, code: number): Outcome {
  const outcome = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0, failures: [] }
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome
}

function read(report: VitestReport | PlaywrightReport): Outcome {
  if ('stats' in report) {
    const { expected, flaky, unexpected, skipped } = report.stats
    return {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      failures: report.suites.flatMap(journeyFailures),
    }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testFailures(report),
  }
}

function testFailures({ testResults }: VitestReport): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [failure(name, 'file', message)]
      return failed.map(({ fullName, failureMessages }) =>
        failure(name, fullName, failureMessages[0]),
      )
    })
}

function journeyFailures({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...suites.flatMap(journeyFailures),
    ...failed.map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results)
      return failure(file, title, results.find(({ error }) => error)?.error?.message)
    }),
  ]
}

function failure(file: string, name: string, message = ''): string {
  const [reason = ''] = stripVTControlCharacters(message).trim().split('\n')
  return `${path.relative(process.cwd(), file)}: ${name}: ${reason}`
}

/** Otherwise the report of an earlier run could be counted. */
export function removeReport(report: string): void {
  rmSync(report, { force: true })
}

export function sumOf(all: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => all.reduce((total, counts) => total + counts[name], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
