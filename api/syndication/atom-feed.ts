import { type Html, html } from '#api/lib/html.ts'
import { type Addresses, feedTypes } from './addresses.ts'
import { attachmentsOf } from './attachment.ts'
import type { FeedFilePostFragment } from './documents/feed-file.generated.ts'
import { excerpt } from './excerpt.ts'
import type { FeedFile } from './feed-file.ts'
import { postHtml } from './post-html.ts'

/** Posts have no title, but entries need one. */
const TITLE_CHARACTERS = 80
/** The time of an empty feed, which has to have one. */
const NEVER = new Date(0).toISOString()
/** Characters that XML 1.0 has no escape sequence for. */
const NOT_XML = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** An Atom feed (RFC 4287). */
export function atomFeed({ title, owner, posts }: FeedFile, addresses: Addresses): string {
  const self = addresses.feed('atom', owner?.username ?? null)
  const home = owner ? addresses.profile(owner) : addresses.absolute('/')
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${title}</title>
<updated>${posts[0]?.createdAt ?? NEVER}</updated>
<icon>${addresses.absolute('/favicon.ico')}</icon>
<link rel="self" type="${feedTypes.atom}" href="${self}"/>
<link rel="alternate" type="text/html" href="${home}"/>
${owner ? person(owner, addresses) : undefined}
${posts.map((post) => entry(post, addresses))}</feed>
`
  return feed.text.replace(NOT_XML, '')
}

function entry(post: FeedFilePostFragment, addresses: Addresses): Html {
  const { author, content, createdAt } = post
  const url = addresses.post(post)
  return html`<entry>
<id>${url}</id>
<title>${excerpt(content, TITLE_CHARACTERS)}</title>
<published>${createdAt}</published>
<updated>${createdAt}</updated>
${person(author, addresses)}
<link rel="alternate" type="text/html" href="${url}"/>
${attachmentsOf(post, addresses).map(
  ({ url, type, title }) =>
    html`<link rel="enclosure" type="${type}" title="${title ?? ''}" href="${url}"/>\n`,
)}<content type="html">${postHtml(post, addresses)}</content>
</entry>
`
}

function person(
  user: Pick<FeedFilePostFragment['author'], 'displayName' | 'username'>,
  { profile }: Addresses,
): Html {
  return html`<author><name>${user.displayName}</name><uri>${profile(user)}</uri></author>`
}
