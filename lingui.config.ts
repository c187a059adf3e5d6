import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/**
 * The client's text: `npm run generate` extracts it from each file of web/messages to a
 * catalogue of its own, so that a script brings only the text that it shows.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/web/messages/generated/{name}/{locale}',
      include: ['<rootDir>/web/messages/{name}'],
      exclude: ['**/generated', '**/generated/**', '**/*.d.ts'],
    },
  ],
  format: formatter({ lineNumbers: false }),
})
