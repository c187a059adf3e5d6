import { chakra, Flex, Stack } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const ROWS = ['first', 'second', 'third']

export function PostSkeletons() {
  return (
    <Stack gap="3" aria-busy>
      <VisuallyHidden role="status">{t(postMessages.loading)}</VisuallyHidden>
      {ROWS.map((row) => (
        <Card key={row} data-testid="skeleton" aria-hidden>
          <Flex gap="3">
            <Skeleton boxSize="avatar" borderRadius="full" flexShrink="0" />
            <chakra.div flex="1">
              <Skeleton h="3" w="40%" mt="1" />
              <Skeleton h="3" w="25%" mt="2" />
            </chakra.div>
          </Flex>
          <Skeleton h="4" mt="4" />
          <Skeleton h="4" w="75%" mt="3" />
          <Flex gap="6" align="center" h="touch" mt="2" mb="-2">
            <Skeleton h="4" w="12" />
            <Skeleton h="4" w="12" />
          </Flex>
        </Card>
      ))}
    </Stack>
  )
}
