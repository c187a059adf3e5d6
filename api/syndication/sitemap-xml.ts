import { html } from '#api/lib/html.ts'
import { DEMO_USER_UUID, isoTimeOf, toPublicId } from '#api/lib/ids.ts'
import { type Addresses, sitemapFilePath } from './addresses.ts'
import type { SitemapRow } from './sitemap.read.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The index of the files with these numbers, from 1. */
export function sitemapIndexXml(files: number, { absolute }: Addresses): string {
  const entries = Array.from(
    { length: files },
    (_, index) => html`<sitemap><loc>${absolute(sitemapFilePath(index + 1))}</loc></sitemap>\n`,
  )
  return `${XML}<sitemapindex ${NAMESPACE}>\n${html`${entries}`.text}</sitemapindex>\n`
}

interface SitemapOptions {
  addresses: Addresses
  hasDemoUser: boolean
  maxAddresses: number
}

/** A file of the sitemap, in chunks. Posts don't change, so their time is that of their id. */
export async function* sitemapXml(
  batches: AsyncIterable<readonly SitemapRow[]>,
  { addresses, hasDemoUser, maxAddresses }: SitemapOptions,
): AsyncGenerator<string> {
  yield `${XML}<urlset ${NAMESPACE}>\n`
  let count = 0
  for await (const batch of batches) {
    const rows = batch
      .filter(({ id }) => hasDemoUser || id !== DEMO_USER_UUID)
      .slice(0, maxAddresses - count)
    count += rows.length
    yield html`${rows.map((row) => entryOf(row, addresses))}`.text
  }
  yield '</urlset>\n'
}

function entryOf({ id, username }: SitemapRow, addresses: Addresses) {
  if (username !== null) return html`<url><loc>${addresses.profile({ username })}</loc></url>\n`
  const url = addresses.post({ id: toPublicId('Post', id) })
  return html`<url><loc>${url}</loc><lastmod>${isoTimeOf(id)}</lastmod></url>\n`
}
