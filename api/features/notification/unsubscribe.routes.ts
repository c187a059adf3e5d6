import type { RequestHandler, Response } from 'express'
import type { Services } from '#api/context.ts'
import { notFound } from '#api/http/problem.ts'
import { plainPagePolicy } from '#api/http/security-headers.ts'
import { type Html, html } from '#api/lib/html.ts'
import { readUnsubscribeToken } from './unsubscribe.token.ts'

type Needs = Pick<Services, 'database' | 'settings'>

/** Shows a button, because programs follow links in emails. */
export function confirmUnsubscribe({ settings }: Needs): RequestHandler {
  return (req, res) => {
    if (!readUnsubscribeToken(String(req.params.token), settings.authSecret)) return notFound(res)
    sendPage(
      res,
      html`<p>Stop the weekly email?</p>
<form method="post"><button>Unsubscribe</button></form>`,
    )
  }
}

/** Ends the weekly email, with one click in an email client (RFC 8058). Idempotent. */
export function unsubscribe({ database, settings }: Needs): RequestHandler {
  return async (req, res) => {
    const userId = readUnsubscribeToken(String(req.params.token), settings.authSecret)
    if (!userId) return notFound(res)
    await database.notificationSettings.updateMany({
      where: { userId, weeklyEmail: true },
      data: { weeklyEmail: false, weeklyEmailAt: null },
    })
    sendPage(
      res,
      html`<p>You no longer get the weekly email. You can turn it on again in your
<a href="/settings">settings</a>.</p>`,
    )
  }
}

function sendPage(res: Response, content: Html): void {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>Weekly email · Good Vibes</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/page.css"></head>
<body>
<header><p class="wordmark"><a href="/">Good Vibes</a></p></header>
<main class="page">
<h1>Weekly email</h1>
<section>
${content}
</section>
</main>
</body>
</html>
`
  res.set('Content-Security-Policy', plainPagePolicy("'self'")).type('html').send(page.text)
}
