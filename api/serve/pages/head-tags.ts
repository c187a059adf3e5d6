import { Html, html } from '#api/lib/html.ts'
import { type Addresses, feedTypes, SITE_NAME } from '#api/syndication/addresses.ts'
import type { LinkPreview } from '#api/syndication/link-preview.ts'

/** The client removes the elements with this attribute when it shows another page. */
const OF_PAGE = html`data-page`

export const openGraphTag = (name: string, content: string | number) =>
  html`<meta ${OF_PAGE} property="${name}" content="${content}">`
const named = (name: string, content: string) =>
  html`<meta ${OF_PAGE} name="${name}" content="${content}">`

export function titleTag(title: string): Html {
  return html`<title>${title}</title>`
}

/**
 * Lets feed readers find the feed of a page.
 * @param owner the username of a profile; null for the posts of everyone
 */
export function feedTags(title: string, owner: string | null, { feed }: Addresses): Html[] {
  const link = (format: keyof typeof feedTypes) =>
    html`<link ${OF_PAGE} rel="alternate" type="${feedTypes[format]}" title="${title}" href="${feed(format, owner)}">`
  return [link('atom'), link('json')]
}

/** Lets other sites find the oEmbed response of a page. */
export function oembedTag({ url, title }: LinkPreview, { oembed }: Addresses): Html {
  return html`<link ${OF_PAGE} rel="alternate" type="application/json+oembed" title="${title}" href="${oembed(url)}">`
}

/** The canonical address, and metadata for search engines, Open Graph and Twitter's cards. */
export function previewTags({ url, title, text, photo, avatar }: LinkPreview): Html[] {
  const image = photo?.url ?? avatar
  return [
    html`<link ${OF_PAGE} rel="canonical" href="${url}">`,
    named('description', text),
    openGraphTag('og:site_name', SITE_NAME),
    openGraphTag('og:title', title),
    openGraphTag('og:description', text),
    openGraphTag('og:url', url),
    ...(image === null ? [] : [openGraphTag('og:image', image)]),
    ...(photo?.size
      ? [
          openGraphTag('og:image:width', photo.size.width),
          openGraphTag('og:image:height', photo.size.height),
        ]
      : []),
    ...(photo?.alt ? [openGraphTag('og:image:alt', photo.alt)] : []),
    named('twitter:card', photo ? 'summary_large_image' : 'summary'),
    named('twitter:title', title),
    named('twitter:description', text),
    ...(image === null ? [] : [named('twitter:image', image)]),
    ...(photo?.alt ? [named('twitter:image:alt', photo.alt)] : []),
  ]
}

/** Structured data for search engines. Escapes `<`, so that no text can close the element. */
export function jsonLdTag(data: object): Html {
  const json = new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))
  return html`<script ${OF_PAGE} type="application/ld+json">${json}</script>`
}
