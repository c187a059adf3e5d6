import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { signUpModes } from './rules/sign-ups.ts'
import { feedChunk, preloadsOf } from './web/build/chunks.ts'
import { compress } from './web/build/compress.ts'
import { contentSecurityPolicy } from './web/build/content-security-policy.ts'
import { devPages } from './web/build/dev-pages.ts'
import { head } from './web/build/head.ts'
import { textMessages } from './web/build/messages.ts'
import { prerenderPages } from './web/build/prerender.ts'

/** Absolute, because the build and the dev server resolve relative paths differently. */
const page = (name: string) => path.join(import.meta.dirname, 'web', `${name}.html`)

/** The API server in development. */
const api = process.env.API_URL ?? 'http://localhost:4000'

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    textMessages(),
    head(),
    devPages({
      api,
      settings: {
        demoUser: process.env.DEMO_USER !== 'off',
        mail: Boolean(process.env.SMTP_URL),
        signUps: signUpModes.find((mode) => mode === process.env.SIGN_UPS) ?? 'open',
        contact: process.env.CONTACT ?? '',
      },
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
    modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
    rolldownOptions: {
      input: { landing: page('landing'), app: page('app'), 'sign-in': page('sign-in') },
      output: { codeSplitting: { groups: [feedChunk()] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      [
        ...['/graphql', '/api', '/media', '/healthz', '/readyz'],
        ...['/feed.', '^/profile/[^/]+/feed\\.', '/oembed', '/sitemap', '/robots.txt'],
      ].map((path) => [path, { target: api }]),
    ),
  },
})
