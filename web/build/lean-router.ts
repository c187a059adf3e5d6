import type { Plugin } from 'vite'

/** Assigning a display name keeps an unused component in the bundle. */
const DISPLAY_NAME = /^\w+\.displayName = ".*";$/gm
/** The bundler does not know that these calls are pure. */
const FACTORY_CALL = /= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g

/** Makes React Router tree-shakeable: it ships a whole framework in one file. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code.replace(DISPLAY_NAME, '').replace(FACTORY_CALL, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  }
}
