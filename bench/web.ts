import os from 'node:os'
import { chromium } from '@playwright/test'
import { freePort } from '../api/test/servers/free-port.ts'
import { chromiumArguments, findChromium } from '../e2e/chromium.ts'
import { startProduct } from '../e2e/server.ts'
import { paths, postPath } from '../rules/paths.ts'
import { saveReport } from './report/report.ts'
import { printTable } from './report/table.ts'
import { installPeers } from './servers/peers.ts'
import { type PageScores, type PageToMeasure, scoresOf } from './web/lighthouse.ts'
import { measureLikes } from './web/likes.ts'
import { type Account, signUp } from './web/visitor.ts'

const PAGES: PageToMeasure[] = [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'feed', path: '/', signedIn: true },
  { name: 'explore', path: '/explore', signedIn: true },
  { name: 'profile', path: '/profile/wren_draws', signedIn: true },
  { name: 'notifications', path: '/notifications', signedIn: true },
  { name: 'hello', path: '/hello', signedIn: true },
  { name: 'sign-in', path: paths.signIn, signedIn: false },
]

/** Prints the scores of Lighthouse for a phone, and the latency of likes in a long feed. */
export async function measureWeb({ runs }: { runs: number }): Promise<void> {
  installPeers()
  const loadAverage = os.loadavg()[0]
  const product = await startProduct({ RATE_LIMIT: 'off' })
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
  })
  try {
    const account = await signUp(product.url)
    const pages: PageScores[] = []
    const post = await newestPost(account)
    for (const page of [...PAGES, { name: 'post', path: postPath(post), signedIn: true }])
      pages.push(await scoresOf(page, { browser, origin: product.url, account, port, runs }))
    printPages(pages)
    const likes = await measureLikes(browser, product.url, account)
    console.log(
      `\nAfter ${likes.posts} posts: heap ${(likes.heap / 1e6).toFixed(0)} MB, at most ${likes.maxCards} posts on the page;` +
        ` ${likes.likes} likes on a ${likes.slowed} times slower processor took ${likes.median} ms (median), ${likes.slowest} ms at most`,
    )
    const machine = { processor: os.cpus()[0]?.model, cores: os.availableParallelism() }
    const versions = { chromium: browser.version(), node: process.versions.node }
    const report = {
      createdAt: new Date().toISOString(),
      machine,
      loadAverage,
      versions,
      runs,
      pages,
      likes,
    }
    console.log(`\nSaved to ${saveReport('web', report, { complete: true })}`)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function newestPost({ graphql }: Account): Promise<{ id: string }> {
  const { feed } = await graphql<{ feed: { nodes: { id: string }[] } }>(
    '{ feed(first: 1) { nodes { id } } }',
  )
  const [post] = feed.nodes
  if (!post) throw new Error('The feed is empty.')
  return post
}

function printPages(pages: PageScores[]): void {
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1)
  const rows = pages.map(({ name, scores, metrics }) => [
    name,
    String(scores.performance),
    String(scores.accessibility),
    String(scores['best-practices']),
    String(scores.seo),
    seconds(metrics.firstPaint),
    seconds(metrics.largestPaint),
    seconds(metrics.speedIndex),
    String(Math.round(metrics.blocked)),
    metrics.shift.toFixed(3),
  ])
  console.log('\nLighthouse, emulating a phone:')
  printTable([
    ['', 'perf', 'a11y', 'best', 'seo', 'FCP s', 'LCP s', 'SI s', 'TBT ms', 'CLS'],
    ...rows,
  ])
  for (const { name, complaints } of pages)
    for (const complaint of complaints) console.log(`  ${name}: ${complaint}`)
}
