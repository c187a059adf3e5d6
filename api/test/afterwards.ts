import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Does something when the test that asks for it is over, or, asked for outside of tests, when all of the file are. */
export function afterwards(work: () => unknown): void {
  const hook = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  hook(async () => void (await work()))
}
