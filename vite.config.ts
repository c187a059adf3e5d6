import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { feedChunk, hasSideEffects } from './web/build/chunks.ts'
import { compress } from './web/build/compress.ts'
import { contentSecurityPolicy } from './web/build/content-security-policy.ts'
import { devPages } from './web/build/dev-pages.ts'
import { head } from './web/build/head.ts'
import { leanRouter } from './web/build/lean-router.ts'
import { prerenderPages } from './web/build/prerender.ts'

/** Absolute, because the build and the dev server resolve relative paths differently. */
const page = (name: string) => path.join(import.meta.dirname, 'web', `${name}.html`)

/** The API server in development. */
const api = process.env.API_URL ?? 'http://localhost:4000'

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    leanRouter(),
    head(),
    devPages({
      api,
      demo: process.env.DEMO_USER === 'off' ? 'off' : 'on',
      mail: process.env.SMTP_URL ? 'on' : 'off',
      provider: process.env.OIDC_NAME || null,
    }),
    prerenderPages(),
    contentSecurityPolicy(),
    compress(),
  ],
  // Selects the smaller build of RxJS.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { landing: page('landing'), app: page('app'), 'sign-in': page('sign-in') },
      treeshake: { moduleSideEffects: hasSideEffects },
      output: {
        codeSplitting: { groups: [{ name: feedChunk(), includeDependenciesRecursively: false }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/graphql', '/api', '/media', '/healthz', '/readyz'].map((path) => [path, { target: api }]),
    ),
  },
})
