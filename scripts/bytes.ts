import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pages } from '../rules/pages.ts'
import { buildClient } from '../web/build/client-build.ts'
import { command } from './command.ts'

// Prints the table of docs/decisions/bytes.md.

const documents = { feed: 'app.html', landing: 'landing.html', 'sign-in': 'sign-in.html' }
const parts = {
  ...Object.fromEntries(
    pages
      .filter(({ page }) => page !== 'home')
      .map(({ page }) => [page, `${page[0]?.toUpperCase()}${page.slice(1)}Page`]),
  ),
  'Following tab': 'FollowingFeed',
  'side panel': 'SidePanelContent',
  'composer dialog': 'ComposerDialog',
  'edit profile dialog': 'EditProfileDialog',
  'report dialog': 'ReportDialog',
  'block dialog': 'BlockDialog',
  'post menu': 'PostMenu',
  'share menu': 'ShareMenu',
  toasts: 'Toasts',
  tooltip: 'TooltipBubble',
}

await command(async () => {
  process.env.NODE_ENV = 'production'
  const dist = mkdtempSync(path.join(tmpdir(), 'good-vibes-bytes-'))
  try {
    const client = await buildClient(dist)
    const print = (name: string, scripts: ReadonlySet<string>) =>
      console.log(`| ${name} | ${client.gzippedBytes(scripts).toLocaleString('en')} |`)
    for (const [name, page] of Object.entries(documents)) print(name, client.scriptsOf(page))
    const feed = client.scriptsOf(documents.feed)
    for (const [name, part] of Object.entries(parts))
      print(`+ ${name}`, client.scriptsOfPart(part).difference(feed))
  } finally {
    rmSync(dist, { recursive: true })
  }
})
