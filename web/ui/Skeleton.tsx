import { chakra } from '@chakra-ui/react'

/** A grey shape of what comes; give it the height and width of that. It shimmers unless the reader wants no motion. */
export const Skeleton = chakra('div', {
  base: {
    borderRadius: 'control',
    bg: 'subtle',
    _motionSafe: {
      backgroundImage:
        'linear-gradient(90deg, transparent 30%, {colors.border} 50%, transparent 70%)',
      backgroundSize: '200% 100%',
      animation: 'shimmer 2s linear infinite',
    },
  },
})
