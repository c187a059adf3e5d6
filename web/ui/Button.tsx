import { chakra } from '@chakra-ui/react'
import { buttonRecipe } from './recipes/button.ts'

/** A button, or with `asChild` a link that looks like one. Use one `solid` button per screen. */
export const Button = chakra('button', buttonRecipe, { defaultProps: { type: 'button' } })
