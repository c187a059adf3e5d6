import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { globalCss, keyframes } from './global-css.ts'
import { textStyles } from './text-styles.ts'
import { semanticTokens, tokens } from './tokens.ts'

/**
 * The design system: Chakra's style props on our own tokens, without Chakra's theme.
 * A Chakra component gets its recipe where it is used, so that both load together.
 */
const create = () =>
  createSystem(
    defaultBaseConfig,
    defineConfig({
      preflight: true,
      cssVarsPrefix: 'gv',
      cssVarsRoot: ':where(html)',
      globalCss,
      theme: {
        /** The rail starts at md, the sidebar and panel at xl. */
        breakpoints: { md: '48rem', xl: '75rem' },
        keyframes,
        tokens,
        semanticTokens,
        textStyles,
      },
    }),
  )

let system: ReturnType<typeof create> | undefined

/** Created on first use: doing it while the script is evaluated would block slow phones. */
export const designSystem = () => {
  system ??= create()
  return system
}
