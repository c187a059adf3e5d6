import { expect, test } from 'vitest'
import { jobSucceeded, jobsStarted } from './jobs.ts'
import { firstProcessMetrics } from './registry.ts'

const lastSuccess = async (name: string) => {
  const text = await firstProcessMetrics.metrics()
  const series = `job_last_success_timestamp_seconds\\{name="${name}"\\} (.+)`
  return Number(new RegExp(series).exec(text)?.[1])
}

test('a job that never succeeded is as old as the server', async () => {
  const before = Date.now() / 1000
  jobsStarted(['always fails', 'works'])
  const start = await lastSuccess('always fails')
  expect(start).toBeGreaterThanOrEqual(before)
  jobSucceeded('works')
  expect(await lastSuccess('works')).toBeGreaterThanOrEqual(start)
  expect(await lastSuccess('always fails')).toBe(start)
})
