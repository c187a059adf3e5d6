import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { profilePath } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { type PersonLink_UserFragment, usePersonLink_UserFragment } from './PersonLink.generated.ts'

/** A name that leads to the profile, or that the account is deleted. */
export function PersonLink({ user }: { user: FragmentType<PersonLink_UserFragment> | null }) {
  const person = usePersonLink_UserFragment(user)
  if (!person) return t(moderationMessages.deletedAccount)
  return (
    <NameLink to={profilePath(person.username)}>
      <bdi>{person.displayName}</bdi>
    </NameLink>
  )
}

const NameLink = chakra(Link, {
  base: { color: 'ink', textDecoration: 'underline', overflowWrap: 'anywhere' },
})
