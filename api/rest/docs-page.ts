import { STATUS_CODES } from 'node:http'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { type Html, html, prose } from '#api/lib/html.ts'
import { demoUser } from '#rules/demo-user.ts'
import { curl } from './docs-curl.ts'
import {
  answerSchemas,
  inputSchema,
  type Parameter,
  parametersOf,
  type Schema,
  takesFile,
} from './openapi.ts'
import type { Call } from './row.ts'

/** Every call on one page, for reading: no script, one stylesheet, from this host alone. */
export function docsPage(calls: readonly Call[], publicUrl: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The API of Good Vibes</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p class="wordmark"><a href="/">Good Vibes</a></p>
<h1>The API</h1>
<p class="lead">Everything the product does, as plain HTTP and JSON. Reading is for everybody, writing for whoever is signed in.</p>
<p class="links"><a href="/api/openapi.json">OpenAPI description</a><a href="/graphql">GraphQL, with an explorer</a></p>
</header>
<div class="columns">
<nav aria-label="Calls"><ul>${calls.map((call) => html`<li><a href="#${call.name}">${badge(call)}<span>${call.path}</span></a></li>`)}</ul></nav>
<main>
${introduction(publicUrl)}
<section id="calls" aria-label="Calls">${calls.map((call) => section(call, publicUrl))}</section>
<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>${Object.entries(answerSchemas()).map(([name, schema]) => shape(name, schema))}</section>
</main>
</div>
</body>
</html>
`.text
}

function introduction(url: string): Html {
  const account = `{"name": "Ann Lee", "username": "ann_lee",\n       "email": "ann@example.org", "password": "sunny day 1"}`
  return html`<section aria-labelledby="begin">
<h2 id="begin">Begin</h2>
<p>Read what is new:</p>
${code(`curl '${url}/api/posts?limit=5'`)}
<p>Make an account, or sign in at ${prose('`/api/auth/sign-in/email`')} or ${prose('`/api/auth/sign-in/username`')}, and keep the cookie. It is what says who you are, for 30 days after its last use.</p>
${code(`curl -c cookies.txt -H 'Content-Type: application/json' \\\n  -d '${account}' \\\n  '${url}/api/auth/sign-up/email'`)}
<p>Or try it as the demo user, where there is one: name <code>${demoUser.id}</code> as ${prose('`authorId` or `userId`')} of a change, and send the header <code>${demoUser.header}: 1</code> to read and upload.</p>
</section>
<section aria-labelledby="ways">
<h2 id="ways">What always holds</h2>
<dl>
<dt>Pages</dt><dd>${prose('A list comes newest first, 50 at a time or as many as `limit` says. Where there is more, the `Link` header has the address of the next page with `rel="next"`; its `cursor` is for this list alone.')}</dd>
<dt>Refusals</dt><dd>${prose('What is not done is answered with `application/problem+json`. Its `detail` is a sentence for the person who asked, and `errors` tells what is wrong with which field.')}</dd>
<dt>Limits</dt><dd>${prose('An account posts 10 times a minute, likes 60 times a minute and uploads 20 pictures an hour, 100 MB a day. Over a limit the answer is 429, and `Retry-After` has the seconds to wait.')}</dd>
<dt>Once and no more</dt><dd>${prose('A post that is sent again with the same `Idempotency-Key` within a day is the same post.')}</dd>
<dt>Pictures</dt><dd>${prose('Upload one and name its `url`, or put a data URL into the body. JPEG, PNG, WebP, GIF and AVIF of at most 5 MB are taken; what they say about place and camera is not kept. An upload that nothing uses is removed after a day.')}</dd>
<dt>From a page or a script</dt><dd>${prose('Writes are taken from this host’s own pages, and from scripts that send JSON. A script that uploads a file sends the header `X-Requested-With`.')}</dd>
</dl>
</section>`
}

function section(call: Call, publicUrl: string): Html {
  const parameters = parametersOf(call)
  const body = call.body && inputSchema(call.body)
  const answer = call.answer?.meta()?.id
  return html`<article id="${call.name}" aria-labelledby="${call.name}-title">
<h2 id="${call.name}-title"><a href="#${call.name}">${call.summary}</a></h2>
<p class="call">${badge(call)}<code>/api${call.path}</code></p>
${parameters.length > 0 ? fields('Parameters', parameters.map(parameterRow)) : undefined}
${body?.properties ? fields(takesFile(call) ? 'Form' : 'Body', fieldRows(body)) : undefined}
${code(curl(call, publicUrl))}
<p class="answers"><span class="status good">${call.status}</span> ${answer ? html`<a href="#shape-${shapeName(answer)}">${answer}</a>` : STATUS_CODES[call.status]}
${call.refusals.map(refusal)}</p>
</article>`
}

function badge({ method }: Call): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

function refusal(code: ErrorCode): Html {
  return html`<span class="refusal"><span class="status">${httpStatus[code]}</span> ${STATUS_CODES[httpStatus[code]]}</span>`
}

/** A list is told by what is in it. */
function shapeName(id: string): string {
  return id === 'Posts' ? 'Post' : id
}

function shape(name: string, schema: Schema): Html | string {
  return schema.properties
    ? html`<div id="shape-${name}">${fields(name, fieldRows(schema))}</div>`
    : ''
}

function fields(title: string, rows: readonly Html[]): Html {
  return html`<h3>${title}</h3><dl class="fields">${rows}</dl>`
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): Html {
  return fieldRow(
    name,
    place === 'query' ? schema : { ...schema, in: place },
    required,
    description,
  )
}

function fieldRows({ properties = {}, required = [] }: Schema): Html[] {
  return Object.entries(properties).map(([name, schema]) =>
    fieldRow(name, schema, required.includes(name), schema.description),
  )
}

function fieldRow(name: string, schema: Schema, required: boolean, description = ''): Html {
  return html`<div><dt><code>${name}</code> <small>${typeOf(schema)}${required ? '' : ', optional'}</small></dt><dd>${prose(description)}</dd></div>`
}

function typeOf({ type = 'anything', enum: values, properties, ...rest }: Schema): string {
  if (Array.isArray(values)) return values.join(', ')
  if (properties) return `object: ${Object.keys(properties).join(', ')}`
  const kind = rest.format === 'binary' ? 'file' : [type].flat().join(' or ')
  return [
    kind,
    rest.in && `in the ${rest.in}`,
    rest.default !== undefined && `${rest.default} unless given`,
  ]
    .filter(Boolean)
    .join(', ')
}

function code(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}
