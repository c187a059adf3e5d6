import { type Request, type Response, Router } from 'express'
import * as z from 'zod'
import type { Graphql } from '#api/graphql/yoga.ts'
import { contextOf } from '#api/http/locals.ts'
import { sendProblem } from '#api/http/problem.ts'
import { allowRevalidation } from '#api/http/response-headers.ts'
import type { ExecuteOptions } from '#api/rest/execute.ts'
import { parseInput } from '#api/rest/parse-input.ts'
import type { Settings } from '#api/settings/settings.ts'
import { paths, postPath } from '#rules/paths.ts'
import { type Addresses, createAddresses, OEMBED_PATH } from './addresses.ts'
import { type LinkPreview, postPreview, profilePreview } from './link-preview.ts'
import { oembed } from './oembed.ts'
import { readPost, readUser } from './preview.read.ts'

const pixels = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Send a whole number of pixels.')
  .transform(Number)
  .default(Number.POSITIVE_INFINITY)

const query = z.object({
  url: z.string('Send the address of a post or profile.').max(2_048),
  format: z.string().default('json'),
  maxwidth: pixels,
  maxheight: pixels,
})

/** The oEmbed endpoint (oembed.com) for posts and profiles. */
export function oembedEndpoint(settings: Settings, graphql: Graphql): Router {
  const addresses = createAddresses(settings)
  const router = Router()
  router.get(OEMBED_PATH, async (req: Request, res: Response) => {
    const { url, format, maxwidth, maxheight } = parseInput(query, req.query)
    if (format !== 'json') return sendUnsupported(res, format)
    const preview = await readPreview(url, { context: contextOf(res), graphql }, addresses)
    if (!preview) return sendNotFound(res)
    const limits = { maxWidth: maxwidth, maxHeight: maxheight }
    allowRevalidation(res).json(oembed(preview, limits, addresses))
  })
  return router
}

const POST = new RegExp(`^${postPath({ id: '' })}(post_[0-9a-z]{26})/?$`)
/** Also with the @ before the name, from which the page redirects. */
const PROFILE = new RegExp(`^${paths.ownProfile}/(?:@|%40|%EF%BC%A0)?([\\w-]+)/?$`)

/** The preview of a page of this host; null for all other addresses. */
async function readPreview(
  url: string,
  options: ExecuteOptions,
  addresses: Addresses,
): Promise<LinkPreview | null> {
  const page = URL.parse(url)
  if (page?.origin !== new URL(addresses.absolute('/')).origin) return null
  const [, postId] = POST.exec(page.pathname) ?? []
  const [, username] = PROFILE.exec(page.pathname) ?? []
  const post = postId === undefined ? null : await readPost(options, postId)
  if (post) return postPreview(post, addresses)
  const user = username === undefined ? null : await readUser(options, username)
  return user && profilePreview(user, addresses)
}

function sendUnsupported(res: Response, format: string) {
  sendProblem(res, {
    status: 501,
    code: 'INPUT_INVALID',
    detail: `The format ${format} is not supported. Ask for json.`,
  })
}

function sendNotFound(res: Response) {
  sendProblem(res, {
    status: 404,
    code: 'ADDRESS_NOT_FOUND',
    detail: 'There is no post or profile at that address.',
  })
}
