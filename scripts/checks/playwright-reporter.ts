import { readFileSync } from 'node:fs'
import type {
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { relativePath, writeResult } from './results.ts'

/** Writes the results of Playwright as lines, and prints what a failed journey's page showed. */
export default class ResultsReporter implements Reporter {
  #tests: TestCase[] = []

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests()
  }

  onTestEnd(test: TestCase, { status, error, attachments }: TestResult): void {
    if (status === 'interrupted') return
    writeResult({
      type: 'test',
      file: relativePath(test.location.file),
      name: test.titlePath().slice(3).join(' › '),
      state: status === 'timedOut' ? 'failed' : status,
      ...(error?.message && { error: error.message }),
    })
    // A log may be all that is left of a run.
    for (const { name, path } of attachments)
      if (name === 'error-context' && path) console.log(readFileSync(path, 'utf8'))
  }

  onError({ message = 'unknown' }: TestError): void {
    writeResult({ type: 'fault', file: '', name: 'Error outside of a journey', error: message })
  }

  onEnd({ status }: FullResult): void {
    const left = this.#tests.filter(({ results }) => results.length === 0).length
    if (left > 0)
      writeResult({
        type: 'fault',
        file: '',
        name: 'Not run',
        error: `${left} journeys, because too many failed before them`,
      })
    if (status !== 'interrupted') writeResult({ type: 'end' })
  }
}
