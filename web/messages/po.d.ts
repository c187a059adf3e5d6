/** A catalogue, as @lingui/vite-plugin compiles it. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}
