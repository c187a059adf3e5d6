import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'

const SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
/** Emotion inserts empty style elements and fills them by script; a policy sees the empty text. */
const EMPTY = ''

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const hashes = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, text = '']) => hash(text))

/** Writes csp.json: the hashes of all inline scripts and styles that the server's policy allows. */
export function contentSecurityPolicy(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'content-security-policy',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const dist = path.resolve(config.root, config.build.outDir)
        const pages = (await readdir(dist)).filter((file) => file.endsWith('.html')).sort()
        const html = (
          await Promise.all(pages.map((page) => readFile(path.join(dist, page), 'utf8')))
        ).join('')
        const policy = {
          scripts: [...new Set(hashes(html, SCRIPT))],
          styles: [...new Set([hash(EMPTY), ...hashes(html, STYLE)])],
        }
        await writeFile(path.join(dist, 'csp.json'), `${JSON.stringify(policy, null, 2)}\n`)
      },
    },
  }
}
