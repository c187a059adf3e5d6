import type { Plugin } from 'vite'

/** A name for the developer tools, which keeps a component that nobody uses. */
const NAME = /^\w+\.displayName = ".*";$/gm
/** So does a call of which the bundler cannot tell that it changes nothing. */
const MAKER = /= (?=React\d*\.(?:forwardRef|createContext|memo)\()/g

/** Lets the bundler leave out what is not used of the router, which has all of a framework in one file. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code.replace(NAME, '').replace(MAKER, '= /* @__PURE__ */ '),
        map: null,
      }),
    },
  }
}
