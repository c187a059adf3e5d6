import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compress } from './web/build/compress.ts'
import { contentSecurityPolicy } from './web/build/content-security-policy.ts'
import { devPages } from './web/build/dev-pages.ts'
import { head } from './web/build/head.ts'
import { prerenderPages } from './web/build/prerender.ts'

/** Where the API is while the client is developed. */
const api = process.env.API_URL ?? 'http://localhost:4000'

export default defineConfig({
  root: 'web',
  plugins: [react(), head(), devPages(api), prerenderPages(), contentSecurityPolicy(), compress()],
  // RxJS has its smaller build, with classes, under this name.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { landing: 'web/landing.html', app: 'web/app.html', 'sign-in': 'web/sign-in.html' } },
  },
  server: {
    proxy: Object.fromEntries(['/graphql', '/api', '/media', '/healthz', '/readyz'].map((path) => [path, { target: api }])),
  },
})
