import type { Browser } from '@playwright/test'
import { spreadOf } from '../report/statistics.ts'
import type { Account } from './visitor.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]
const METRICS = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  speedIndex: 'speed-index',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const
type Metric = keyof typeof METRICS

/** Scores and metrics of a page: medians over the runs. */
export interface PageScores {
  name: string
  path: string
  /** 0 to 100. */
  scores: Record<Category, number>
  /** Performance of each run, in order. */
  runs: number[]
  /** Milliseconds, except for `shift`, which has no unit. */
  metrics: Record<Metric, number>
  /** Failed audits, except those of performance. */
  complaints: string[]
}

/** The part of the package that we use. Its own types are only there once it is installed. */
interface Report {
  categories: Record<
    Category,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>
  finalDisplayedUrl: string
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

export interface PageToMeasure {
  name: string
  path: string
  signedIn: boolean
}

/** Runs Lighthouse with its phone emulation in the browser, whose debugging port it needs. */
export async function scoresOf(
  page: PageToMeasure,
  { browser, origin, account, port, runs }: LighthouseOptions,
): Promise<PageScores> {
  const name = 'lighthouse'
  const { default: lighthouse } = (await import(name)) as { default: Lighthouse }
  const reports: Report[] = []
  let failures = 0
  while (reports.length < runs) {
    await setCookies(browser, origin, page.signedIn ? account.cookie : '')
    const result = await lighthouse(origin + page.path, {
      port,
      onlyCategories: CATEGORIES,
      logLevel: 'error',
    })
    if (result && new URL(result.lhr.finalDisplayedUrl).pathname !== page.path)
      throw new Error(`${page.path} led to ${result.lhr.finalDisplayedUrl}.`)
    // Lighthouse gives no score when it could not load the page.
    if (result && result.lhr.categories.performance.score !== null) reports.push(result.lhr)
    else if (++failures > runs) throw new Error(`Lighthouse could not measure ${page.path}.`)
  }
  const median = (value: (report: Report) => number) => spreadOf(reports.map(value)).median
  const score = (report: Report, category: Category) =>
    Math.round((report.categories[category].score ?? 0) * 100)
  return {
    name: page.name,
    path: page.path,
    scores: record(CATEGORIES, (category) => median((report) => score(report, category))),
    runs: reports.map((report) => score(report, 'performance')),
    metrics: record(Object.keys(METRICS) as Metric[], (metric) =>
      median(({ audits }) => audits[METRICS[metric]]?.numericValue ?? Number.NaN),
    ),
    complaints: [...new Set(reports.flatMap(failedAudits))],
  }
}

/**
 * Sets the cookies of the browser's own context, in which Lighthouse opens pages. A cookie that the
 * client sets would replace a header.
 * @param cookie a `Cookie` header; empty for a visitor
 */
async function setCookies(browser: Browser, origin: string, cookie: string): Promise<void> {
  const devTools = await browser.newBrowserCDPSession()
  const pairs = cookie === '' ? [] : cookie.split('; ').map((pair) => pair.split('='))
  await devTools.send('Storage.clearCookies')
  await devTools.send('Storage.setCookies', {
    cookies: pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), url: origin })),
  })
  await devTools.detach()
}

interface LighthouseOptions {
  browser: Browser
  origin: string
  account: Account
  port: number
  runs: number
}

function failedAudits({ categories, audits }: Report): string[] {
  const references = CATEGORIES.filter((category) => category !== 'performance').flatMap(
    (category) => categories[category].auditRefs,
  )
  return references.flatMap(({ id, weight }) => {
    const audit = audits[id]
    return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [audit.title] : []
  })
}

function record<Key extends string>(
  keys: readonly Key[],
  value: (key: Key) => number,
): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, number>
}
