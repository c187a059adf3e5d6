import { chakra } from '@chakra-ui/react'

/** A placeholder with the size of the loading content; no shimmer under reduced motion. */
export const Skeleton = chakra(
  'div',
  {
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
  },
  // Journeys wait for what loads.
  { defaultProps: { 'data-skeleton': '' } },
)
