import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { ROOT } from '../scripts/run.ts'
import { head } from '../web/build/head.ts'
import { textMessages } from '../web/build/messages.ts'

const root = path.join(ROOT, 'web')
const outDir = path.join(ROOT, '.test', 'gallery')

/** Builds the gallery, which the product's build leaves out, and serves it. */
export async function serveGallery() {
  const options = { configFile: false as const, root, logLevel: 'warn' as const }
  await build({
    ...options,
    plugins: [react(), textMessages(), head()],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: path.join(root, 'gallery.html') },
    },
  })
  const server = await preview({ ...options, build: { outDir }, preview: { port: 0 } })
  return { url: `${server.resolvedUrls?.local[0]}gallery.html`, close: () => server.close() }
}
