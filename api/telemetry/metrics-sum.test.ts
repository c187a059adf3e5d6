import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { MetricsSum } from './metrics-sum.ts'

/** A worker that has served requests. */
function aWorker(requests: number): Registry {
  const registry = new Registry()
  const about = { help: 'x', registers: [registry] }
  new Counter({ name: 'requests_total', labelNames: ['route'], ...about }).inc(
    { route: '/' },
    requests,
  )
  new Gauge({ name: 'connections', ...about }).set(requests)
  const duration = new Histogram({ name: 'duration', buckets: [1], ...about })
  for (let request = 0; request < requests; request++) duration.observe(0.5)
  return registry
}
const expected = (requests: number, connections: number) =>
  [
    `requests_total{route="/"} ${requests}`,
    `connections ${connections}`,
    `duration_bucket{le="1"} ${requests}`,
    `duration_bucket{le="+Inf"} ${requests}`,
    `duration_sum ${requests / 2}`,
    `duration_count ${requests}`,
  ].join('\n')
const lines = async (sum: MetricsSum) =>
  (await sum.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join('\n')

test('the counts of workers that died stay in the sum, and their gauges leave it', async () => {
  const sum = new MetricsSum()
  const set = async (worker: number, requests: number) =>
    sum.set(worker, await aWorker(requests).getMetricsAsJSON())
  await set(1, 2)
  await set(2, 5)
  expect(await lines(sum)).toBe(expected(7, 7))
  sum.end(1)
  expect(await lines(sum)).toBe(expected(7, 5))
  await set(3, 4)
  sum.end(2)
  sum.end(3)
  await set(4, 1)
  expect(await lines(sum)).toBe(expected(12, 1))
  // It died before it sent any.
  sum.end(5)
  sum.end(4)
  expect(await sum.text()).toContain('requests_total{route="/"} 12')
  expect(await sum.text()).not.toMatch(/^connections /m)
})
