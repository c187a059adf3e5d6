import { chakra } from '@chakra-ui/react'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

export function ProfileSkeleton() {
  return (
    <Card p="0" mt="3" overflow="hidden" aria-hidden>
      <chakra.div h={{ base: '16', md: '6rem' }} bg="subtle" />
      <chakra.div px={{ base: '4', xl: '5' }} pb={{ base: '4', xl: '5' }}>
        <chakra.div
          display="inline-block"
          mt="-12"
          ms="-1"
          p="1"
          bg="surface"
          borderRadius="full"
          lineHeight="0"
        >
          <Skeleton boxSize="portrait" borderRadius="full" />
        </chakra.div>
        <Skeleton h="8" w="50%" mt="2" />
        <Skeleton h="5" w="30%" mt="1" />
        <Skeleton h="6" w="80%" mt="3" />
        <Skeleton h="5" w="60%" mt="3" />
      </chakra.div>
    </Card>
  )
}
