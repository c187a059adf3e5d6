import { paths } from '#rules/paths.ts'
import { PostList } from '../../features/feed/PostList.tsx'
import { DemoActions } from '../../features/shell/DemoButtons.tsx'
import { JoinBar } from '../../features/shell/JoinBar.tsx'
import { Page, PageColumns } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { EditProfileButton } from '../../features/user/EditProfileButton.tsx'
import { ProfileHeader } from '../../features/user/ProfileHeader.tsx'
import { isDemoViewer, useViewer } from '../../features/user/viewer.ts'
import { useDocumentTitle, useScrollPosition } from '../../lib/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyFeedDrawing } from '../../ui/drawings/EmptyFeedDrawing.tsx'
import { UserNotFoundDrawing } from '../../ui/drawings/UserNotFoundDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Link } from '../../ui/Link.tsx'
import { AccountActions } from './AccountActions.tsx'
import type { ProfilePage_UserFragment } from './Profile.generated.ts'
import { ProfileLoading } from './ProfileLoading.tsx'
import { useProfile } from './use-profile.ts'

/** @param idOrUsername undefined for the viewer's own profile */
export function Profile({ idOrUsername }: { idOrUsername: string | undefined }) {
  const { user, error, isOwn, refetch, fetchMore } = useProfile(idOrUsername)
  if (error) {
    return (
      <Page title="Profile" panel={<SidePanel />} joinBar={false}>
        <FailedState title="We couldn’t load this profile." onRetry={() => refetch()} />
      </Page>
    )
  }
  if (user === null) return <UserNotFound />
  if (!user) return <ProfileLoading />
  return (
    <ProfileContent
      user={user}
      isOwn={isOwn}
      onLoadMore={(first) =>
        fetchMore({ variables: { first, after: user.posts.pageInfo.endCursor } })
      }
    />
  )
}

function UserNotFound() {
  return (
    <Page title="User not found" panel={<SidePanel />} joinBar={false}>
      <EmptyState drawing={<UserNotFoundDrawing />} title="We couldn’t find anyone by that name.">
        <Button asChild variant="outline">
          <Link to={paths.explore}>Explore the good vibes</Link>
        </Button>
      </EmptyState>
    </Page>
  )
}

interface ProfileContentProps {
  user: ProfilePage_UserFragment
  isOwn: boolean
  onLoadMore: (first: number) => Promise<unknown>
}

function ProfileContent({ user, isOwn, onLoadMore }: ProfileContentProps) {
  const viewer = useViewer()
  const { edges, pageInfo } = user.posts
  useDocumentTitle(`${user.displayName} (@${user.username})`)
  useScrollPosition()
  return (
    <PageColumns panel={<SidePanel />}>
      <ProfileHeader user={user} action={isOwn && <EditProfileButton user={user} />}>
        {isOwn && (isDemoViewer(viewer) ? <DemoActions /> : <AccountActions />)}
      </ProfileHeader>
      {viewer === null && <JoinBar />}
      {edges.length > 0 ? (
        <PostList
          posts={edges.map(({ node }) => node)}
          hasMore={pageInfo.hasNextPage}
          onLoadMore={onLoadMore}
        />
      ) : (
        <EmptyState drawing={<EmptyFeedDrawing />} title="No posts yet." />
      )}
    </PageColumns>
  )
}
