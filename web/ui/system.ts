import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { globalCss, keyframes } from './global-css.ts'
import { dialogRecipe } from './recipes/dialog.ts'
import { menuRecipe } from './recipes/menu.ts'
import { tabsRecipe } from './recipes/tabs.ts'
import { toastRecipe } from './recipes/toast.ts'
import { tooltipRecipe } from './recipes/tooltip.ts'
import { textStyles } from './text-styles.ts'
import { semanticTokens, tokens } from './tokens.ts'

/**
 * The design system: Chakra's style props on our own tokens, and recipes for those of Chakra's components that are used.
 * None of Chakra's own theme is taken, so a component of Chakra's without a recipe here is unstyled; system.test.ts finds such.
 * What needs no behaviour of Chakra's (buttons, inputs) is an element with a recipe: Button.tsx, Input.tsx.
 */
export const system = createSystem(
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
      slotRecipes: { dialog: dialogRecipe, menu: menuRecipe, tabs: tabsRecipe, toast: toastRecipe, tooltip: tooltipRecipe },
    },
  }),
)
