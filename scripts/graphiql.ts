import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { graphiqlFiles } from '#api/serve/pages/graphiql-files.ts'
import { examples } from './graphiql-examples.ts'

// Writes GraphiQL's page, its gzip copy and its Content-Security-Policy.

const storage = readFileSync(path.join(import.meta.dirname, 'graphiql-storage.js'), 'utf8')
const page = renderGraphiQL({
  title: 'Good Vibes · GraphiQL',
  defaultTabs: examples.map((query) => ({ query })),
  credentials: 'same-origin',
}).replace('<head>', () => `<head><script>${storage}</script>`)
mkdirSync(path.dirname(graphiqlFiles.page), { recursive: true })
writeFileSync(graphiqlFiles.page, page)
writeFileSync(graphiqlFiles.gzip, gzipSync(page))
writeFileSync(graphiqlFiles.policy, policyOf(page))

/** Allows this host's files, and inline scripts by their hashes. */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const directives = {
    'default-src': "'none'",
    'script-src': hashes.join(' '),
    // The editor adds styles while it runs.
    'style-src': "'self' 'unsafe-inline'",
    'worker-src': 'blob:',
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
