import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { type DocumentNode, parse } from 'graphql'
import * as z from 'zod/mini'
import { type InlineHashes, pagePolicy } from '#api/http/security-headers.ts'
import { html as escapedHtml } from '#api/lib/html.ts'
import type { Settings } from '#api/settings/settings.ts'
import { withProvider } from '#rules/oidc.ts'
import { type PreloadedResult, preloadedDataElement } from './preloaded-data.ts'

const NAMES = ['landing', 'app', 'sign-in'] as const
export type PageName = (typeof NAMES)[number]

const demoUserMeta = (is: 'on' | 'off') => `<meta name="demo-user" content="${is}">`
/** Whether the server sends email. The sign-in page needs it to offer a password reset. */
const mailMeta = (is: 'on' | 'off') => `<meta name="mail" content="${is}">`
const BODY_END = '</body>'
/** Compresses 13 KB in 50 µs with little memory, which avoids garbage collections. */
const PAGE_COMPRESSION = { level: 3, windowBits: 14, memLevel: 7 }

const operationTexts = z.record(z.string(), z.string())
const inlineHashes = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })

interface Page {
  /** The HTML before and after the preloaded data. */
  head: string
  tail: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

/** The built pages of the client, read and compressed at the start. */
export interface PageFiles {
  /** The queries that pages preload, by name. */
  operations: ReadonlyMap<string, DocumentNode>
  send(req: Request, res: Response, name: PageName): void
  /** Sends a page with preloaded data for this caller. */
  sendPreloaded(req: Request, res: Response, name: PageName, results: PreloadedResult[]): void
}

/** @returns null unless the client is built */
export function readPages(
  directory: string,
  { demoUser, smtpUrl, oidc }: Pick<Settings, 'demoUser' | 'smtpUrl' | 'oidc'>,
): PageFiles | null {
  if (!NAMES.every((name) => existsSync(path.join(directory, `${name}.html`)))) return null
  const policy = pagePolicy(readHashes(path.join(directory, 'csp.json')))
  const pages = new Map(
    NAMES.map((name) => [name, compress(withSettings(path.join(directory, `${name}.html`)))]),
  )

  /** The page with the settings that the client needs. */
  function withSettings(file: string): Buffer {
    let html = readFileSync(file, 'utf8')
    if (demoUser) html = html.replace(demoUserMeta('off'), demoUserMeta('on'))
    if (smtpUrl !== undefined) html = html.replace(mailMeta('off'), mailMeta('on'))
    return Buffer.from(withProvider(html, oidc && escapedHtml`${oidc.name}`.text))
  }

  return {
    operations: readOperations(path.join(directory, 'operations.json')),
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
    sendPreloaded(req, res, name, results) {
      const { head, tail } = pages.get(name) as Page
      const html = head + preloadedDataElement(results) + tail
      res.set('Content-Security-Policy', policy).type('html').vary('Accept-Encoding')
      if (!req.acceptsEncodings('gzip')) return void res.send(html)
      res.set('Content-Encoding', 'gzip').send(gzipSync(html, PAGE_COMPRESSION))
    },
  }
}

function readOperations(file: string): Map<string, DocumentNode> {
  const texts = operationTexts.parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(texts).map(([name, text]) => [name, parse(text)]))
}

function readHashes(file: string): InlineHashes {
  return inlineHashes.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function compress(plain: Buffer): Page {
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const html = plain.toString()
  const end = html.lastIndexOf(BODY_END)
  return {
    head: html.slice(0, end),
    tail: html.slice(end),
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain),
    etag,
  }
}
