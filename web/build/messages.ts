import path from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import type { Plugin, PluginOption } from 'vite'
import { locale } from '../lib/i18n.ts'
import { pseudoText } from './pseudo-text.ts'

const MESSAGES = '**/web/messages/*.ts'

/**
 * Compiles the text of web/messages: its macros and the catalogues that `npm run generate` writes.
 */
export function textMessages(): PluginOption {
  return [
    lingui(),
    pseudoText(),
    babel({ include: MESSAGES, presets: [linguiTransformerBabelPreset()] }),
    loadCatalogues(),
  ]
}

/** Each file of messages loads its catalogue, so that a lazily loaded part brings its own text. */
function loadCatalogues(): Plugin {
  return {
    name: 'load-catalogues',
    transform: {
      filter: { id: MESSAGES },
      handler: (code, id) => ({
        code: [
          "import { i18n as catalogues } from '@lingui/core'",
          `import { messages as catalogue } from './generated/${path.basename(id)}/${locale}.po'`,
          `catalogues.load('${locale}', catalogue)`,
          code,
        ].join('\n'),
        map: null,
      }),
    },
  }
}
