import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Router } from 'express'
import type { Services } from '#api/context.ts'
import { compressResponses } from '#api/http/compression.ts'
import { notFound } from '#api/http/problem.ts'
import { createAddresses, SITEMAP_PATH } from './addresses.ts'
import { robotsText } from './robots.ts'
import { readPages } from './sitemap.read.ts'
import { createSitemapIndex, MAX_ADDRESSES } from './sitemap-index.ts'
import { sitemapIndexXml, sitemapXml } from './sitemap-xml.ts'

/** Crawlers look at a sitemap once a day or less. */
const CACHE_FOR_AN_HOUR = 'public, max-age=3600'
const XML = 'application/xml; charset=utf-8'

/** The files for search engines: robots.txt, and a sitemap of what anonymous visitors see. */
export function crawlerFiles({ settings, database }: Services): Router {
  const addresses = createAddresses(settings)
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/robots.txt', (_req, res) => {
    res.set('Cache-Control', CACHE_FOR_AN_HOUR).type('text').send(robotsText(settings, addresses))
  })
  if (!settings.indexing) return router

  const sitemapFiles = createSitemapIndex(database)
  router.use(['/sitemap.xml', '/sitemap'], compressResponses)
  router.get(SITEMAP_PATH, async (_req, res) => {
    const { length } = await sitemapFiles()
    res.set('Cache-Control', CACHE_FOR_AN_HOUR).type(XML).send(sitemapIndexXml(length, addresses))
  })
  router.get('/sitemap/:file', async (req, res) => {
    const [, number] = /^([1-9]\d?)\.xml$/.exec(req.params.file) ?? []
    const file = (await sitemapFiles())[Number(number) - 1]
    if (!file) return notFound(res)
    res.set('Cache-Control', CACHE_FOR_AN_HOUR).type(XML)
    if (req.method === 'HEAD') return void res.end()
    const xml = sitemapXml(readPages(database, file), {
      addresses,
      hasDemoUser: settings.demoUser,
      maxAddresses: MAX_ADDRESSES,
    })
    await pipeline(Readable.from(xml), res)
  })
  return router
}
