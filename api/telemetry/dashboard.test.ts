import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import '#api/telemetry/jobs.ts'
import { rawRequest } from '#api/test/servers/raw-request.ts'
import { testServer } from '#api/test/servers/server.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../docs/operating')
/** Matches the names of metrics, and those functions and labels of PromQL that contain `_`. */
const METRIC = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?=\{|\[|\)| )/g
const NOT_METRICS = new Set(['histogram_quantile'])
/** Exposed only with REDIS_URL. */
const REDIS_METRICS = ['redis_up', 'redis_failures_total']

interface Panel {
  title: string
  type: string
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(readFileSync(path.join(FOLDER, 'grafana.json'), 'utf8')) as {
  panels: Panel[]
}
const rules = readFileSync(path.join(FOLDER, 'alerts.yaml'), 'utf8')

/** The names of all exposed time series. A histogram has three, by suffix. */
async function exposedMetrics(): Promise<Set<string>> {
  const server = await testServer()
  const { body } = await rawRequest(`${server.url}/metrics`)
  const names = [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
    type === 'histogram'
      ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix)
      : [name ?? ''],
  )
  return new Set([...names, ...REDIS_METRICS])
}

function metricsIn(expression: string): string[] {
  return [...expression.replaceAll(/"[^"]*"/g, '""').matchAll(METRIC)]
    .map(([name]) => name)
    .filter((name) => !NOT_METRICS.has(name))
}

test('the dashboard and the alerts use exposed metrics, and the dashboard shows all of ours', async () => {
  const names = await exposedMetrics()
  const drawn = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const alerted = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression)
  expect([drawn.length > 20, alerted.length]).toEqual([true, rules.match(/- alert:/g)?.length])
  // Prometheus itself makes "up", which the pattern skips.
  const used = new Set([...drawn, ...alerted].flatMap(metricsIn))
  expect(used.size).toBeGreaterThan(15)
  expect([...used].filter((name) => !names.has(name))).toEqual([])

  const own = [...names].filter(
    (name) =>
      /^(http|graphql|database|batch|cache|redis|job|queue)_/.test(name) && !name.endsWith('_sum'),
  )
  const shown = new Set(drawn.flatMap(metricsIn))
  expect(own.filter((name) => !shown.has(name))).toEqual([])
})

test('panels do not overlap, and each has a title and a query', () => {
  const panels = dashboard.panels as (Panel & {
    id: number
    gridPos: { x: number; y: number; w: number; h: number }
  })[]
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, type, targets, gridPos } of panels) {
    expect(title).not.toBe('')
    if (type !== 'row') expect(targets?.length).toBeGreaterThan(0)
    const { x, y, w, h } = gridPos
    const overlapping = panels.filter(
      ({ gridPos: p }) => p.x < x + w && x < p.x + p.w && p.y < y + h && y < p.y + p.h,
    )
    expect(overlapping.map((each) => each.title)).toEqual([title])
  }
})
