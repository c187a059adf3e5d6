import type { pageVariables } from '#rules/page-variables.ts'
import { PostList } from '../../features/feed/PostList.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { AuthorReplies } from '../../features/reply/AuthorReplies.tsx'
import { t } from '../../lib/i18n.ts'
import { profilePageMessages } from '../../messages/profile-page.ts'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { useProfileQuery } from './Profile.generated.ts'

/** The variables of the query for a list. */
export type ProfileVariables = ReturnType<typeof pageVariables.profile>

/** The posts or the replies of a user. Mounted anew for each list: its variables never change. */
export function ProfileList({ variables }: { variables: ProfileVariables }) {
  const { data, error, refetch, fetchMore } = useProfileQuery({ variables })
  const user = data?.viewer ?? data?.user
  const posts = user?.posts
  const replies = user?.replies
  if (replies)
    return <AuthorReplies posts={replies} fetchMore={fetchMore} empty={empty('noReplies')} />
  if (posts) return <PostList posts={posts} fetchMore={fetchMore} empty={empty('empty')} />
  return (
    <LoadState
      title={t(profilePageMessages.failed)}
      error={error}
      onRetry={refetch}
      loading={<PostSkeletons />}
    />
  )
}

const empty = (text: 'empty' | 'noReplies') => (
  <EmptyState drawing={<EmptyFeedDrawing />} title={t(profilePageMessages[text])} />
)
