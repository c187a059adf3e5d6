import { type Response, Router } from 'express'
import type { Graphql } from '#api/graphql/yoga.ts'
import { contextOf } from '#api/http/locals.ts'
import type { ExecuteOptions } from '#api/rest/execute.ts'
import type { Settings } from '#api/settings/settings.ts'
import { createAddresses, type FeedFormat, feedPath, feedTypes } from './addresses.ts'
import { atomFeed } from './atom-feed.ts'
import { createFeedCache } from './feed-cache.ts'
import { type FeedFile, readFeedFile, readProfileFeedFile } from './feed-file.ts'
import { jsonFeed } from './json-feed.ts'

const renderers = { atom: atomFeed, json: jsonFeed }
const formats = Object.keys(feedTypes) as FeedFormat[]

/** The feed files of everyone and of each profile. */
export function feedFiles(settings: Settings, graphql: Graphql): Router {
  const addresses = createAddresses(settings)
  const rendered = createFeedCache()
  const router = Router()

  async function send(
    res: Response,
    format: FeedFormat,
    read: (options: ExecuteOptions) => Promise<FeedFile>,
  ) {
    // A feed reader has no session, so that the file is the same for everyone.
    const context = { ...contextOf(res), viewer: null, token: null }
    const file = await read({ context, graphql })
    const key = `${format} ${file.owner?.username ?? ''}`
    const { text, etag, lastModified } = rendered(key, file, () =>
      renderers[format](file, addresses),
    )
    // Another process may have rendered later what is gone by now.
    const { headers } = res.req
    if (headers['if-modified-since'] !== lastModified) delete headers['if-modified-since']
    if (lastModified) res.set('Last-Modified', lastModified)
    res.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type(feedTypes[format]).send(text)
  }

  for (const format of formats) {
    router.get(feedPath(format, null), (_req, res) => send(res, format, readFeedFile))
    router.get(`/profile/:userId/feed.${format}`, (req, res) =>
      send(res, format, (options) => readProfileFeedFile(options, String(req.params.userId))),
    )
  }
  return router
}
