import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '../run.ts'

/** The environment variable with the file that reporters append to. */
export const RESULTS_FILE = 'TEST_RESULTS'

/** A line of the file. Lines are written as tests end, so an aborted run has its failures. */
export type ResultLine =
  | {
      type: 'test'
      file: string
      name: string
      state: 'passed' | 'failed' | 'skipped'
      error?: string
    }
  /** A failure outside of tests, as in a hook, while a file loads, or an unhandled rejection. */
  | { type: 'fault'; file: string; name: string; error: string }
  /** The last line of a run that ended by itself. */
  | { type: 'end' }

export type TestResult = Extract<ResultLine, { type: 'test' }>

export interface Results {
  tests: TestResult[]
  /** Each names a place and the first line of the error. */
  faults: string[]
}

/** Appends a line to the file that the environment names; without one, it does nothing. */
export function writeResult(line: ResultLine): void {
  const file = process.env[RESULTS_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** The path of a test file as the results and the commands name it. */
export function relativePath(file: string): string {
  return path.relative(ROOT, file)
}

/** Otherwise the results of an earlier run could be counted. */
export function removeResults(file: string): void {
  rmSync(file, { force: true })
}

/**
 * Reads the results of a run. A run that fails without a failed test, or that did not end by
 * itself, has a fault.
 * @param code the exit code of the run
 */
export function readResults(file: string, code: number): Results {
  const lines = existsSync(file) ? parse(readFileSync(file, 'utf8')) : []
  const tests = lines.filter((line) => line.type === 'test')
  const faults = lines
    .filter((line) => line.type === 'fault')
    .map((fault) => failureText(fault.file, fault.name, fault.error))
  if (!lines.some(({ type }) => type === 'end'))
    faults.push(`The run ended early, with code ${code}.`)
  const hasFailed = faults.length > 0 || tests.some(({ state }) => state === 'failed')
  if (code !== 0 && !hasFailed)
    faults.push(`The run ended with code ${code} without a failed test.`)
  return { tests, faults }
}

function parse(text: string): ResultLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultLine)
}

/** @returns the file, the test and the first line of the error */
export function failureText(file: string, name: string, error = ''): string {
  const [reason = ''] = stripVTControlCharacters(error).trim().split('\n')
  return [file, name].filter((part) => part !== '').join(' › ') + (reason && `: ${reason}`)
}
