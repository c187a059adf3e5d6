import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import Share2 from 'lucide-react/icons/share-2'
import { Link } from 'react-router-dom'
import { profilePath } from '#rules/paths.ts'
import { shareMessages } from '../../messages/share.ts'
import { FoldableText } from '../../ui/FoldableText.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { PersonMenuButton } from '../follow/PersonMenuButton.tsx'
import { type SharedBy_ShareFragment, useSharedBy_ShareFragment } from './SharedBy.generated.ts'

/** Who shared a post, and their comment. */
export function SharedBy({ share }: { share: FragmentType<SharedBy_ShareFragment> }) {
  const { id, actor, comment } = useSharedBy_ShareFragment(share)
  return (
    <chakra.div mb="4">
      <Flex gap="3" color="muted">
        <chakra.span display="flex" justifyContent="flex-end" w="avatar" flexShrink="0">
          <Icon as={Share2} />
        </chakra.span>
        <chakra.p textStyle="meta" flex="1" minW="0" overflowWrap="anywhere">
          <RichText
            message={shareMessages.sharedBy(actor.displayName)}
            elements={{ name: <NameLink to={profilePath(actor.username)} dir="auto" /> }}
          />
        </chakra.p>
        {actor.viewerCanFollow && (
          <PersonMenuButton userId={actor.id} subject={{ id, kind: 'SHARE' }} my="-3" me="-2" />
        )}
      </Flex>
      {comment && (
        <chakra.div mt="2" px="3" py="2" bg="subtle" borderRadius="control">
          <FoldableText textId={id} text={comment} textStyle="body" mt="0" maxW="none" />
        </chakra.div>
      )}
    </chakra.div>
  )
}

const NameLink = chakra(Link, {
  base: { color: 'ink', fontWeight: 'semibold', _hover: { textDecoration: 'underline' } },
})
