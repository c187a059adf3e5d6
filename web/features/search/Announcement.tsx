import type { FragmentType } from '@apollo/client'
import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { searchMessages } from '../../messages/search.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import {
  type Announcement_PostsFragment,
  type Announcement_UsersFragment,
  useAnnouncement_PostsFragment,
  useAnnouncement_UsersFragment,
} from './Announcement.generated.ts'

/** Announces the number of posts to screen readers. */
export function PostsAnnouncement({ posts }: { posts: FragmentType<Announcement_PostsFragment> }) {
  const { edges, pageInfo } = useAnnouncement_PostsFragment(posts)
  const { noneFound, found, firstFound } = searchMessages
  return <Announcement text={summary(edges, pageInfo, [noneFound, found, firstFound])} />
}

/** Announces the number of people to screen readers. */
export function PeopleAnnouncement({ users }: { users: FragmentType<Announcement_UsersFragment> }) {
  const { edges, pageInfo } = useAnnouncement_UsersFragment(users)
  const { nonePeopleFound, peopleFound, firstPeopleFound } = searchMessages
  return (
    <Announcement
      text={summary(edges, pageInfo, [nonePeopleFound, peopleFound, firstPeopleFound])}
    />
  )
}

type Counted = (count: number) => MessageDescriptor

function summary(
  { length }: readonly unknown[],
  { hasNextPage }: { hasNextPage: boolean },
  [none, all, first]: [none: MessageDescriptor, all: Counted, first: Counted],
): string {
  if (length === 0) return t(none)
  return t(hasNextPage ? first(length) : all(length))
}

/** Screen readers announce only changes, so the text follows the region. */
function Announcement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => setAnnounced(text), [text])
  return <VisuallyHidden role="status">{announced}</VisuallyHidden>
}
