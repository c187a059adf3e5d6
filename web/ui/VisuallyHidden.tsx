import { chakra } from '@chakra-ui/react'

/** Text for screen readers alone. */
export const VisuallyHidden = chakra('span', { base: { srOnly: true } })
