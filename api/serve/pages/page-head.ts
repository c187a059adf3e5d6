import type { Html } from '#api/lib/html.ts'
import type { ExecuteOptions } from '#api/rest/execute.ts'
import type { Settings } from '#api/settings/settings.ts'
import { type Addresses, createAddresses, SITE_NAME } from '#api/syndication/addresses.ts'
import { excerpt } from '#api/syndication/excerpt.ts'
import { postJsonLd, profileJsonLd } from '#api/syndication/json-ld.ts'
import { postPreview, profilePreview } from '#api/syndication/link-preview.ts'
import {
  type PreviewedPost,
  type PreviewedUser,
  readPost,
  readUser,
} from '#api/syndication/preview.read.ts'
import type { PageHead } from '#rules/pages.ts'
import { feedTags, jsonLdTag, oembedTag, openGraphTag, previewTags, titleTag } from './head-tags.ts'

/** The text of the landing page. */
const SITE = {
  title: 'Good Vibes: share something good',
  text: 'Good Vibes is a small, friendly place for the things that went right: a kind word, a good walk, a plan that worked out.',
}
const TITLE_CHARACTERS = 60

/** What the server says in the head of pages. */
export interface PageHeads {
  /** Without a title. */
  site: string
  /** With a title. @returns null for a post or profile that the caller doesn't see */
  read(
    head: PageHead,
    params: Readonly<Record<string, string>>,
    options: ExecuteOptions,
  ): Promise<string | null>
}

export function createPageHeads(settings: Pick<Settings, 'publicUrl'>): PageHeads {
  const addresses = createAddresses(settings)
  const site = siteHead(addresses)
  return {
    site,
    async read(head, { postId = '', userId = '' }, options) {
      if (head === 'site') return titleTag(SITE_NAME).text + site
      if (head === 'post') {
        const post = await readPost(options, postId)
        return post && postHead(post, addresses)
      }
      const user = await readUser(options, userId)
      return user && profileHead(user, addresses)
    },
  }
}

function siteHead(addresses: Addresses): string {
  const url = addresses.absolute('/')
  const author = { name: SITE_NAME, url }
  const avatar = addresses.absolute('/icon-512.png')
  return joined(
    ...previewTags({ url, ...SITE, author, avatar, photo: null }),
    openGraphTag('og:type', 'website'),
    ...feedTags(SITE_NAME, null, addresses),
  )
}

function postHead(post: PreviewedPost, addresses: Addresses): string {
  const { author, content, createdAt } = post
  const preview = postPreview(post, addresses)
  const title = `${author.displayName}: ${excerpt(content, TITLE_CHARACTERS)}`
  return joined(
    titleTag(`${title} · ${SITE_NAME}`),
    ...previewTags(preview),
    openGraphTag('og:type', 'article'),
    openGraphTag('article:published_time', createdAt),
    openGraphTag('article:author', preview.author.url),
    oembedTag(preview, addresses),
    ...feedTags(preview.author.name, author.username, addresses),
    jsonLdTag(postJsonLd(post, addresses)),
  )
}

function profileHead(user: PreviewedUser, addresses: Addresses): string {
  const preview = profilePreview(user, addresses)
  return joined(
    titleTag(`${preview.title} · ${SITE_NAME}`),
    ...previewTags(preview),
    openGraphTag('og:type', 'profile'),
    openGraphTag('profile:username', user.username),
    oembedTag(preview, addresses),
    ...feedTags(preview.title, user.username, addresses),
    jsonLdTag(profileJsonLd(user, addresses)),
  )
}

const joined = (...tags: Html[]) => tags.map(({ text }) => text).join('')
