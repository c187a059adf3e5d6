import type { TestError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { relativePath, writeResult } from './results.ts'

/** Writes the results of vitest as lines. */
export default class ResultsReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    const error = errors?.[0]?.message
    const file = relativePath(test.module.moduleId)
    writeResult({ type: 'test', file, name: test.fullName, state, ...(error && { error }) })
  }

  onTestSuiteResult(suite: TestSuite): void {
    writeFaults(relativePath(suite.module.moduleId), suite.fullName, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    writeFaults(relativePath(module.moduleId), '', module.errors())
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    unhandledErrors: readonly TestError[],
    reason: string,
  ): void {
    writeFaults('', 'Unhandled error', unhandledErrors)
    if (reason !== 'interrupted') writeResult({ type: 'end' })
  }
}

function writeFaults(file: string, name: string, errors: readonly TestError[]): void {
  for (const { message } of errors) writeResult({ type: 'fault', file, name, error: message })
}
