import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rawRequest } from '#api/test/raw-request.ts'
import { testServer } from '#api/test/server.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../docs/operating')
/** Functions, keywords and labels of PromQL stand where a metric could. */
const METRIC = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?=\{|\[|\)| )/g
const NOT_METRICS = new Set(['histogram_quantile'])
/** Exposed where Redis is used. */
const SOMETIMES = 'redis_up'

interface Panel {
  title: string
  type: string
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(readFileSync(path.join(FOLDER, 'grafana.json'), 'utf8')) as {
  panels: Panel[]
}
const rules = readFileSync(path.join(FOLDER, 'alerts.yaml'), 'utf8')

/** What /metrics tells of, with what a histogram has beside its name, and Prometheus' own. */
async function exposed(): Promise<Set<string>> {
  const server = await testServer()
  const { body } = await rawRequest(`${server.url}/metrics`)
  const names = [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name ?? ''],
  )
  return new Set([...names, SOMETIMES])
}

function metricsIn(expression: string): string[] {
  return [...expression.replaceAll(/"[^"]*"/g, '""').matchAll(METRIC)]
    .map(([name]) => name)
    .filter((name) => !NOT_METRICS.has(name))
}

test('every metric of the dashboard and of the alerts is exposed, and every one of the product is on the dashboard', async () => {
  const names = await exposed()
  const drawn = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const alerted = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression)
  expect([drawn.length > 20, alerted.length]).toEqual([true, rules.match(/- alert:/g)?.length])
  // Of "up", Prometheus itself knows.
  const used = new Set([...drawn, ...alerted].flatMap(metricsIn))
  expect(used.size).toBeGreaterThan(15)
  expect([...used].filter((name) => !names.has(name))).toEqual([])

  const own = [...names].filter(
    (name) => /^(http|graphql|database|batch|cache|redis)_/.test(name) && !name.endsWith('_sum'),
  )
  const shown = new Set(drawn.flatMap(metricsIn))
  expect(own.filter((name) => !shown.has(name))).toEqual([])
})

test('a panel has a place of its own and something to show', () => {
  const panels = dashboard.panels as (Panel & {
    id: number
    gridPos: { x: number; y: number; w: number; h: number }
  })[]
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, type, targets, gridPos } of panels) {
    expect(title).not.toBe('')
    if (type !== 'row') expect(targets?.length).toBeGreaterThan(0)
    const { x, y, w, h } = gridPos
    const under = panels.filter(
      ({ gridPos: p }) => p.x < x + w && x < p.x + p.w && p.y < y + h && y < p.y + p.h,
    )
    expect(under.map((each) => each.title)).toEqual([title])
  }
})
