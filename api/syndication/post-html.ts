import { type Html, html } from '#api/lib/html.ts'
import type { Addresses } from './addresses.ts'
import type { FeedFilePostFragment } from './documents/feed-file.generated.ts'

/** A post as HTML for feed readers. The text of a post is plain, so all of it is escaped. */
export function postHtml(
  { content, image, videoUrl }: FeedFilePostFragment,
  { absolute }: Pick<Addresses, 'absolute'>,
): string {
  const paragraphs = content.split(/\n{2,}/).map((text) => html`<p dir="auto">${lines(text)}</p>`)
  const media = [
    ...(image ? [html`<p><img src="${absolute(image.url)}" alt="${image.alt ?? ''}"></p>`] : []),
    ...(videoUrl ? [html`<p><a href="${videoUrl}">${videoUrl}</a></p>`] : []),
  ]
  return html`${[...paragraphs, ...media]}`.text
}

function lines(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))
}
