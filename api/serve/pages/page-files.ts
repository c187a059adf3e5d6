import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { type DocumentNode, parse } from 'graphql'
import * as z from 'zod/mini'
import { type InlineHashes, pagePolicy } from '#api/http/security-headers.ts'
import { html as escapedHtml } from '#api/lib/html.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { Settings } from '#api/settings/settings.ts'
import { withProvider } from '#rules/oidc.ts'
import { withPageSettings } from '#rules/page-settings.ts'
import { pageVariables } from '#rules/page-variables.ts'
import { frame, pageQueries } from '#rules/pages.ts'
import { withSignInProblem } from '#rules/sign-in-page.ts'
import { createPageHeads, type PageHeads } from './page-head.ts'
import { type PreloadedResult, preloadedDataElement } from './preloaded-data.ts'

const NAMES = ['landing', 'app', 'sign-in'] as const
export type DocumentName = (typeof NAMES)[number]

const BODY_END = '</body>'
const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description"[^>]*>/
/** Compresses 13 KB in 50 µs with little memory, which avoids garbage collections. */
const PAGE_COMPRESSION = { level: 3, windowBits: 14, memLevel: 7 }

/** Without it, the join bar would appear late and move the page. */
const VISITOR = preloadedDataElement([
  { name: frame.operation, variables: pageVariables.viewer(), data: { viewer: null } },
])

const pageOperations = z.record(z.string(), z.string())
const inlineHashes = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })

interface Page {
  /** The HTML before the title, and its own title and description. */
  start: string
  ownHead: string
  /** The HTML before and after the preloaded data. */
  middle: string
  tail: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

interface PreloadedPage {
  results: PreloadedResult[]
  /** In place of the title and the description; null keeps them. */
  head: string | null
}

/** The built pages of the client, read and compressed at the start. */
export interface PageFiles {
  /** The queries that pages preload, by name. */
  operations: ReadonlyMap<string, DocumentNode>
  /** What the heads of some pages say about their content. */
  heads: PageHeads
  /** Sends a page as visitors get it. */
  send(req: Request, res: Response, name: DocumentName): void
  /** Sends the sign-in page with the problem of a form that was sent without scripts. */
  sendSignIn(req: Request, res: Response, form: { problem: string; identifier: string }): void
  /** Sends the client with preloaded data for this caller. */
  sendPreloaded(req: Request, res: Response, data: PreloadedPage): void
}

/** @returns null unless the client is built */
export function readPages(
  directory: string,
  settings: ClientSettings & Pick<Settings, 'publicUrl'>,
): PageFiles | null {
  if (!NAMES.every((name) => existsSync(path.join(directory, `${name}.html`)))) return null
  const policy = pagePolicy(readHashes(path.join(directory, 'csp.json')))
  const heads = createPageHeads(settings)
  const readPage = (name: DocumentName) => {
    const html = withSettings(readFileSync(path.join(directory, `${name}.html`), 'utf8'), settings)
    const { title, description, ...parts } = divide(html)
    // Programs find the landing page at the address of the site.
    const ownHead = title + (name === 'landing' ? heads.site : description)
    return compress({ ...parts, ownHead }, name === 'app' ? VISITOR : '')
  }
  const pages = new Map(NAMES.map((name) => [name, readPage(name)]))

  return {
    heads,
    operations: readOperations(path.join(directory, 'page-operations.json')),
    send(req, res, name) {
      const page = pages.get(name) as Page
      res
        .set({ 'Content-Security-Policy': policy, ETag: page.etag })
        .type('html')
        .vary('Accept-Encoding')
      const encoding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each))
      if (encoding) res.set('Content-Encoding', encoding)
      res.send(page[encoding ?? 'plain'])
    },
    sendSignIn(req, res, { problem, identifier }) {
      const page = pages.get('sign-in') as Page
      const html = withSignInProblem(page.plain.toString(), {
        problem: escapedHtml`${problem}`.text,
        identifier: escapedHtml`${identifier}`.text,
      })
      sendHtml(req, res.set('Content-Security-Policy', policy), html)
    },
    sendPreloaded(req, res, { results, head }) {
      const { start, ownHead, middle, tail } = pages.get('app') as Page
      const html = start + (head ?? ownHead) + middle + preloadedDataElement(results) + tail
      sendHtml(req, res.set('Content-Security-Policy', policy), html)
    },
  }
}

function sendHtml(req: Request, res: Response, html: string) {
  res.type('html').vary('Accept-Encoding')
  if (!req.acceptsEncodings('gzip')) return void res.send(html)
  res.set('Content-Encoding', 'gzip').send(gzipSync(html, PAGE_COMPRESSION))
}

function readOperations(file: string): PageFiles['operations'] {
  const texts = pageOperations.parse(JSON.parse(readFileSync(file, 'utf8')))
  const missing = pageQueries.find(({ operation }) => texts[operation] === undefined)
  if (missing) throw new OperatorError('The client is of another version. Run "npm run build".')
  return new Map(Object.entries(texts).map(([name, text]) => [name, parse(text)]))
}

function readHashes(file: string): InlineHashes {
  return inlineHashes.parse(JSON.parse(readFileSync(file, 'utf8')))
}

type ClientSettings = Pick<Settings, 'contact' | 'demoUser' | 'signUps' | 'smtpUrl' | 'oidc'>

/** The page with the settings that the client needs. */
function withSettings(page: string, settings: ClientSettings): string {
  const { contact = '', demoUser, signUps, smtpUrl, oidc } = settings
  const html = withPageSettings(page, {
    demoUser,
    mail: smtpUrl !== undefined,
    signUps,
    contact: escapedHtml`${contact}`.text,
  })
  return withProvider(html, oidc && escapedHtml`${oidc.name}`.text)
}

type PageParts = Pick<Page, 'start' | 'ownHead' | 'middle' | 'tail'>

function divide(page: string) {
  const [description = ''] = DESCRIPTION.exec(page) ?? []
  const html = page.replace(description, '')
  const { 0: title, index } = TITLE.exec(html) ?? { 0: '', index: 0 }
  const end = html.lastIndexOf(BODY_END)
  return {
    start: html.slice(0, index),
    title,
    description,
    middle: html.slice(index + title.length, end),
    tail: html.slice(end),
  }
}

/** @param data the preloaded data of the page when it is sent to a visitor */
function compress(parts: PageParts, data: string): Page {
  const { start, ownHead, middle, tail } = parts
  const plain = Buffer.from(start + ownHead + middle + data + tail)
  return {
    ...parts,
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain),
    etag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
  }
}
