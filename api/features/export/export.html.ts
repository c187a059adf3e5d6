import type { Database } from '#api/database/client.ts'
import { type Html, html } from '#api/lib/html.ts'
import { type ExportedAccount, type ExportedPost, pathInZip, readPosts } from './export.read.ts'

const dateTime = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** The policy blocks scripts, and loads only the pictures inside the ZIP file. */
const HEAD = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  :root {
    color-scheme: light dark;
    --bg: #fffaf3; --surface: #fff; --ink: #2a211a;
    --muted: #6a5b4f; --border: #eadccb; --link: #a63f07
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --bg: #16110d; --surface: #201913; --ink: #f7eee5;
      --muted: #bbaa9b; --border: #3b3026; --link: #ffb57f
    }
  }
  body {
    max-width: 37.5rem; margin: 0 auto; padding: 1.5rem 1rem;
    background: var(--bg); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif
  }
  article {
    margin: .75rem 0; padding: 1.25rem;
    background: var(--surface); border: 1px solid var(--border); border-radius: 1rem
  }
  p { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
  small, time, header p { color: var(--muted); font-size: .8125rem }
  a { color: var(--link) }
  img { display: block; max-width: 100%; height: auto; border-radius: 1rem }
  header img { width: 6rem; height: 6rem; object-fit: cover; border-radius: 50% }
</style>`

/** Streams an account's posts as an HTML page that works offline. */
export async function* htmlPage(
  database: Database,
  account: ExportedAccount,
): AsyncGenerator<string> {
  const { displayName, username, email, bio, createdAt, avatarMedia } = account
  yield html`<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${displayName} on Good Vibes</title>
</head>
<body>
<header>
${avatarMedia ? html`<img src="${pathInZip(avatarMedia) ?? ''}" alt="">` : undefined}
<h1><bdi>${displayName}</bdi></h1>
<p>@${username} · ${email} · joined ${dateTime.format(createdAt)} UTC</p>
${bio ? html`<p dir="auto">${bio}</p>` : undefined}
<p>Everything else, such as your likes, is in <a href="data.json">data.json</a>.</p>
</header>
<main>
<h2>Posts</h2>
`.text
  let isEmpty = true
  for await (const post of readPosts(database, account.id)) {
    isEmpty = false
    yield article(post).text
  }
  if (isEmpty) yield '<p>No posts yet.</p>\n'
  yield '</main>\n</body>\n</html>\n'
}

function article({
  content,
  createdAt,
  likesCount,
  imageUrl,
  imageAlt,
  videoUrl,
  media,
}: ExportedPost): Html {
  const likes = `${likesCount} ${likesCount === 1 ? 'like' : 'likes'}`
  return html`<article>
<time datetime="${createdAt.toISOString()}">${dateTime.format(createdAt)} UTC</time>
<p dir="auto">${content}</p>
${picture(imageUrl, imageAlt, media)}${linkTo(videoUrl)}<small>${likes}</small>
</article>
`
}

function picture(
  imageUrl: string | null,
  imageAlt: string | null,
  media: { hash: string } | null,
): Html | undefined {
  return media
    ? html`<img src="${pathInZip(media) ?? ''}" alt="${imageAlt ?? ''}" loading="lazy">\n`
    : linkTo(imageUrl)
}

/** External pictures and videos become links, so the page loads nothing from other hosts. */
function linkTo(url: string | null): Html | undefined {
  return url ? html`<p><a href="${url}" rel="noreferrer">${url}</a></p>\n` : undefined
}
