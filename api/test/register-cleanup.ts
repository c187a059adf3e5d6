import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs the work after the current test, or after the file's tests when called outside a test. */
export function registerCleanup(work: () => unknown): void {
  const hook = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  hook(async () => void (await work()))
}
