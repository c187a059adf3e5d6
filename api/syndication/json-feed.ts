import type { Addresses } from './addresses.ts'
import { attachmentsOf } from './attachment.ts'
import type { FeedFilePostFragment } from './documents/feed-file.generated.ts'
import type { FeedFile } from './feed-file.ts'
import { postHtml } from './post-html.ts'

/** A JSON Feed (version 1.1). Items have no title: posts have none. */
export function jsonFeed({ title, owner, posts }: FeedFile, addresses: Addresses): string {
  const { absolute } = addresses
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: owner ? addresses.profile(owner) : absolute('/'),
    feed_url: addresses.feed('json', owner?.username ?? null),
    icon: absolute('/icon-512.png'),
    favicon: absolute('/favicon.ico'),
    ...(owner && { authors: [authorOf(owner, addresses)] }),
    items: posts.map((post) => itemOf(post, addresses)),
  })
}

function itemOf(post: FeedFilePostFragment, addresses: Addresses) {
  const { content, createdAt, author, image } = post
  const url = addresses.post(post)
  const attachments = attachmentsOf(post, addresses).map(({ url, type, title }) => ({
    url,
    mime_type: type,
    ...(title !== null && { title }),
  }))
  return {
    id: url,
    url,
    content_html: postHtml(post, addresses),
    content_text: content,
    date_published: createdAt,
    authors: [authorOf(author, addresses)],
    ...(image && { image: addresses.absolute(image.url) }),
    ...(attachments.length > 0 && { attachments }),
  }
}

function authorOf(author: NonNullable<FeedFile['owner']>, { profile, absolute }: Addresses) {
  return {
    name: author.displayName,
    url: profile(author),
    ...(author.avatar !== null && { avatar: absolute(author.avatar) }),
  }
}
