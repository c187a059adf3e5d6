import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { globalCss, keyframes } from './global-css.ts'
import { textStyles } from './text-styles.ts'
import { semanticTokens, tokens } from './tokens.ts'

/**
 * The design system: Chakra's style props on our own tokens. None of Chakra's own theme is taken: each of Chakra's components is given
 * its recipe where it is used, and comes with it when it is loaded. One without is unstyled; system.test.ts finds such.
 * What needs no behaviour of Chakra's (buttons, inputs) is an element with a recipe: Button.tsx, Input.tsx.
 */
const make = () =>
  createSystem(
    defaultBaseConfig,
    defineConfig({
      preflight: true,
      cssVarsPrefix: 'gv',
      cssVarsRoot: ':where(html)',
      globalCss,
      theme: {
        /** A rail from md, the sidebar and the panel from xl. */
        breakpoints: { md: '48rem', xl: '75rem' },
        keyframes,
        tokens,
        semanticTokens,
        textStyles,
      },
    }),
  )

let made: ReturnType<typeof make> | undefined

/** Made when it is first needed: it takes a slow phone a moment, which is no part of reading the script. */
export const designSystem = () => {
  made ??= make()
  return made
}
