import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { type DocumentNode, parse } from 'graphql'
import * as z from 'zod/mini'
import { dataElement, type FirstAnswer } from './page-data.ts'
import { type InlineHashes, pagePolicy } from './security-headers.ts'

const NAMES = ['landing', 'app', 'sign-in'] as const
export type PageName = (typeof NAMES)[number]

const DEMO_USER_OFF = '<meta name="demo-user" content="off">'
const DEMO_USER_ON = '<meta name="demo-user" content="on">'
const BODY_END = '</body>'

const operationTexts = z.record(z.string(), z.string())
const inlineHashes = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })

interface Page {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

/** The client's pages as they were built, read and compressed once. */
export interface PageFiles {
  /** What the client sends first on its pages, by name. */
  operations: ReadonlyMap<string, DocumentNode>
  send(req: Request, res: Response, name: PageName): void
  /** The page with what it shows first, for this caller alone. */
  sendWith(res: Response, name: PageName, answers: FirstAnswer[]): void
}

/** @returns null when nothing is built there */
export function readPages(directory: string, { demoUser }: { demoUser: boolean }): PageFiles | null {
  if (!NAMES.every((name) => existsSync(path.join(directory, `${name}.html`)))) return null
  const policy = pagePolicy(readHashes(path.join(directory, 'csp.json')))
  const pages = new Map(NAMES.map((name) => [name, compress(told(path.join(directory, `${name}.html`)))]))

  /** The page, told whether there is a demo user. */
  function told(file: string): Buffer {
    const html = readFileSync(file, 'utf8')
    return Buffer.from(demoUser ? html.replace(DEMO_USER_OFF, DEMO_USER_ON) : html)
  }

  return {
    operations: readOperations(path.join(directory, 'operations.json')),
    send(req, res, name) {
      const page = pages.get(name) as Page
      res.set({ 'Content-Security-Policy': policy, ETag: page.etag }).type('html').vary('Accept-Encoding')
      const encoding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each))
      if (encoding) res.set('Content-Encoding', encoding)
      res.send(page[encoding ?? 'plain'])
    },
    sendWith(res, name, answers) {
      const html = (pages.get(name) as Page).plain.toString()
      const end = html.lastIndexOf(BODY_END)
      // Compressed on its way like any other answer.
      res.set('Content-Security-Policy', policy).type('html')
      res.send(`${html.slice(0, end)}${dataElement(answers)}${html.slice(end)}`)
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
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain), etag }
}
