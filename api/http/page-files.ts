import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import { type InlineHashes, pagePolicy } from './security-headers.ts'

const NAMES = ['landing', 'app', 'sign-in'] as const
export type PageName = (typeof NAMES)[number]

const DEMO_USER_OFF = '<meta name="demo-user" content="off">'
const DEMO_USER_ON = '<meta name="demo-user" content="on">'

const inlineHashes = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })

interface Page {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
}

/** The client's pages as they were built, read and compressed once. */
export interface PageFiles {
  send(req: Request, res: Response, name: PageName): void
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
    send(req, res, name) {
      const page = pages.get(name) as Page
      res.set({ 'Content-Security-Policy': policy, ETag: page.etag }).type('html').vary('Accept-Encoding')
      const encoding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each))
      if (encoding) res.set('Content-Encoding', encoding)
      res.send(page[encoding ?? 'plain'])
    },
  }
}

function readHashes(file: string): InlineHashes {
  return inlineHashes.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function compress(plain: Buffer): Page {
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain), etag }
}
