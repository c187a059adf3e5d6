import { chakra, Flex } from '@chakra-ui/react'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** As high as the empty composer. */
export function ComposerSkeleton() {
  return (
    <chakra.div aria-hidden>
      <Flex gap="3">
        <Skeleton boxSize="avatar" borderRadius="full" flexShrink="0" />
        <Skeleton flex="1" h="calc(2 * 1.53 * {fontSizes.md} + {spacing.4})" />
      </Flex>
      <chakra.div h="touch" mt="3" />
    </chakra.div>
  )
}
