import { STATUS_CODES } from 'node:http'
import { type ErrorCode, httpStatus } from '#api/lib/errors.ts'
import { type Html, html, prose } from '#api/lib/html.ts'
import { ACCOUNT_HEADER } from '#rules/account-header.ts'
import { demoUser } from '#rules/demo-user.ts'
import { tokenScopes } from '#rules/token-scopes.ts'
import { curl } from './docs-curl.ts'
import { guides } from './guides.ts'
import { inputSchema, responseSchema, responseSchemas, type Schema } from './json-schema.ts'
import { type Parameter, parametersOf, takesFile } from './openapi.ts'
import type { Route } from './route.ts'

/** The documentation of all endpoints on one page, without scripts. */
export function docsPage(routes: readonly Route[], publicUrl: string): string {
  const groups = [...Map.groupBy(routes, ({ tag }) => tag)]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The API of Good Vibes</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/page.css">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#endpoints">Skip to the endpoints</a>
<header>
<p class="wordmark"><a href="/">Good Vibes</a></p>
<h1>The API</h1>
<p class="lead">Everything in Good Vibes, as plain HTTP and JSON. Anyone can read. Writing needs an account.</p>
<p class="links"><a href="/api/openapi.json">OpenAPI document</a><a href="/graphql">GraphQL explorer</a>${guides.map(({ path, title }) => html`<a href="/api${path}">${title}</a>`)}</p>
</header>
<div class="columns">
<nav aria-label="Endpoints">${groups.map(([tag, each]) => html`<h2>${tag}</h2><ul>${each.map((route) => html`<li><a href="#${route.name}">${badge(route)}<span>${route.path}</span></a></li>`)}</ul>`)}</nav>
<main>
${introduction(publicUrl)}
<section id="endpoints" aria-label="Endpoints">${groups.map(([tag, each]) => html`<h2>${tag}</h2>${each.map((route) => section(route, publicUrl))}`)}</section>
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${Object.entries(responseSchemas()).map(([name, schema]) => schemaFields(name, schema))}</section>
</main>
</div>
</body>
</html>
`.text
}

function introduction(url: string): Html {
  const scopes = tokenScopes.map((each) => `\`${each}\``).join(', ')
  const account = `{"name": "Ann Lee", "username": "ann_lee",\n       "email": "ann@example.org", "password": "sunny day 1"}`
  return html`<section aria-labelledby="start">
<h2 id="start">Getting started</h2>
<p>Read the newest posts:</p>
${code(`curl '${url}/api/posts?limit=5'`)}
<p>Create an account, or sign in at ${prose('`/api/auth/sign-in/email`')} or ${prose('`/api/auth/sign-in/username`')}, and store the session cookie. It’s valid for 30 days after its last use.</p>
${code(`curl -c cookies.txt -H 'Content-Type: application/json' \\\n  -d '${account}' \\\n  '${url}/api/auth/sign-up/email'`)}
<p id="tokens">A program sends an API token instead: ${prose('`Authorization: Bearer gv_…`')}. Create one in <a href="/settings#api-tokens-heading">your settings</a>, with the scopes that the program needs.</p>
<p>${prose(`Every token reads what anonymous callers read. The scopes are ${scopes}; a missing one is a 403 that names it. A wrong, expired or revoked token is a 401.`)}</p>
<p>Or act as the demo user, if this server has one: send <code>${demoUser.id}</code> as ${prose('`authorId` or `userId`')} with a change, and the header <code>${demoUser.header}: 1</code> to read and upload.</p>
</section>
<section aria-labelledby="conventions">
<h2 id="conventions">Conventions</h2>
<dl>
<dt>Pages</dt><dd>${prose('Lists return 50 items, or as many as `limit` says. If there are more, the `Link` header has the URL of the next page with `rel="next"`. A `cursor` is only valid for its own list.')}</dd>
<dt>Errors</dt><dd>${prose('Errors are `application/problem+json` (RFC 9457). `detail` is a sentence for the user, `code` its stable name for programs, and `errors` lists the invalid fields. Each call below names its own errors. Every call can also get 400, 401, 403, 408, 413, 417, 421 and 431 for a request that is refused before, 500 for a fault (with a `requestId`), and 503 with `Retry-After`; every change also 409, 415, 429 and 507.')}</dd>
<dt>Limits</dt><dd>${prose('An account can send 10 posts, 60 likes, 60 follows and 20 shares a minute, and upload 20 pictures an hour and 100 MB a day. Beyond that, the response is 429 and `Retry-After` has the seconds to wait. `RateLimit-Policy` names the limits, and after a change `RateLimit` says how many points (`r`) are left and in how many seconds (`t`) all are back. Wait when none is left, and you never get a 429. In GraphQL, the header `X-Cost: 1` adds the cost of the operation.')}</dd>
<dt>Retries</dt><dd>${prose('Send an `Idempotency-Key` with a new post. A retry with the same key within a day returns the same post.')}</dd>
<dt>Pictures</dt><dd>${prose('Upload a picture and send its `url`, or put a data URL into the body. Pictures can be JPEG, PNG, WebP, GIF or AVIF of at most 5 MB. The server removes their metadata, and deletes unused uploads after a day.')}</dd>
<dt>Accounts</dt><dd>${prose(`With \`${ACCOUNT_HEADER}: <user id>\`, a change is only made by that account. If another one is signed in, the response is 409 with the code \`ACCOUNT_CHANGED\`. Without the header, nothing is compared. An \`authorId\` or \`userId\` in the body of a change must be the caller’s, otherwise the response is 403.`)}</dd>
<dt>CSRF protection</dt><dd>${prose('Writes can come from pages of this host, and from scripts that send JSON. A script that uploads a file must send the header `X-Requested-With`. None of this applies to requests with an API token.')}</dd>
</dl>
</section>`
}

function section(route: Route, publicUrl: string): Html {
  const parameters = parametersOf(route)
  const body = route.body && inputSchema(route.body)
  const { id, schema } = responseSchema(route)
  return html`<article id="${route.name}" aria-labelledby="${route.name}-title">
<h3 id="${route.name}-title"><a href="#${route.name}">${prose(route.summary)}</a></h3>
<p class="endpoint">${badge(route)}<code>/api${route.path}</code></p>
<p>${prose(route.description)}</p>
${parameters.length > 0 ? fields('Parameters', parameters.map(parameterRow)) : undefined}
${body?.properties ? fields(takesFile(route) ? 'Form' : 'Body', fieldRows(body)) : undefined}
${code(curl(route, publicUrl))}
${schema && !id ? fields('Response', responseRows(schema)) : undefined}
<p class="responses"><span class="status success">${route.status}</span> ${id ? html`<a href="#schema-${itemSchema(id)}">${id}</a>` : STATUS_CODES[route.status]}
${route.otherStatus && html`<span class="status success">${route.otherStatus}</span> ${STATUS_CODES[route.otherStatus]}`}
${route.errors.map(errorStatus)}</p>
</article>`
}

function badge({ method }: Route): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`
}

function errorStatus(code: ErrorCode): Html {
  return html`<span class="error"><span class="status">${httpStatus[code]}</span> ${STATUS_CODES[httpStatus[code]]}</span>`
}

/** The schema that documents a response: for a list, the one of its items. */
function itemSchema(id: string): string {
  return id.replace(/s$/, '')
}

function schemaFields(name: string, schema: Schema): Html | string {
  return schema.properties
    ? html`<div id="schema-${name}"><h3>${name}</h3>${fieldList(fieldRows(schema))}</div>`
    : ''
}

function fields(title: string, rows: readonly Html[]): Html {
  return html`<h4>${title}</h4>${fieldList(rows)}`
}

function fieldList(rows: readonly Html[]): Html {
  return html`<dl class="fields">${rows}</dl>`
}

function parameterRow({ name, in: location, required, description, schema }: Parameter): Html {
  return fieldRow(
    name,
    location === 'query' ? schema : { ...schema, in: location },
    required,
    description,
  )
}

function fieldRows({ properties = {}, required = [] }: Schema): Html[] {
  return Object.entries(properties).map(([name, schema]) =>
    fieldRow(name, schema, required.includes(name), schema.description),
  )
}

/** The fields of an object, of each item of a list, or of each alternative. */
function responseRows({ items, anyOf, ...schema }: Schema): Html[] {
  if (items) return responseRows(items as Schema)
  if (anyOf) return (anyOf as Schema[]).flatMap(responseRows)
  return fieldRows(schema)
}

function fieldRow(name: string, schema: Schema, required: boolean, description = ''): Html {
  return html`<div><dt><code>${name}</code> <small>${typeOf(schema)}${required ? '' : ', optional'}</small></dt><dd>${prose(description)}</dd></div>`
}

function typeOf({ type = 'any', enum: values, properties, ...rest }: Schema): string {
  if (Array.isArray(values)) return values.join(', ')
  if (properties) return `object: ${Object.keys(properties).join(', ')}`
  const kind = rest.format === 'binary' ? 'file' : [type].flat().join(' or ')
  return [
    kind,
    rest.in && `in the ${rest.in}`,
    rest.default !== undefined && `default ${rest.default}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function code(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`
}
