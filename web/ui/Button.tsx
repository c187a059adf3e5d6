import { chakra } from '@chakra-ui/react'
import { buttonRecipe } from './recipes/button.ts'

/** A button, or with `asChild` a link that looks like one. Variants: solid (one on a screen), outline, ghost, danger; shapes: text, icon, wide. */
export const Button = chakra('button', buttonRecipe, { defaultProps: { type: 'button' } })
