import { Flex } from '@chakra-ui/react'
import { useLocation } from 'react-router-dom'
import { profileTabSearch, profileTabs } from '#rules/profile-tab.ts'
import { FollowButton } from '../../features/follow/FollowButton.tsx'
import { PersonMenuButton } from '../../features/follow/PersonMenuButton.tsx'
import { DemoActions } from '../../features/shell/DemoActions.tsx'
import { JoinBar } from '../../features/shell/JoinBar.tsx'
import { Page, PageColumns, ScrollPosition } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { UserNotFound } from '../../features/shell/UserNotFound.tsx'
import { EditProfileButton } from '../../features/user/EditProfileButton.tsx'
import { ProfileHeader } from '../../features/user/ProfileHeader.tsx'
import { useViewer } from '../../features/user/viewer.ts'
import { t } from '../../lib/i18n.ts'
import { useDocumentTitle } from '../../lib/navigation.ts'
import { profilePageMessages } from '../../messages/profile-page.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageTabs } from '../../ui/TabLink.tsx'
import { AccountActions } from './AccountActions.tsx'
import type { ProfileQuery } from './Profile.generated.ts'
import { ProfileList, type ProfileVariables } from './ProfileList.tsx'
import { ProfileLoading } from './ProfileLoading.tsx'
import { useProfile } from './use-profile.ts'

/** @param idOrUsername undefined for the viewer's own profile */
export function Profile({ idOrUsername }: { idOrUsername: string | undefined }) {
  const { user, error, isOwn, refetch, variables } = useProfile(idOrUsername)
  const { key } = useLocation()
  if (error) {
    return (
      <Page title={t(profilePageMessages.title)} joinBar={false}>
        <FailedState title={t(profilePageMessages.failed)} error={error} onRetry={refetch} />
      </Page>
    )
  }
  if (user === null) return <UserNotFound />
  return (
    <>
      {/* One for both: a profile that has loaded stays where its reader is. */}
      <ScrollPosition key={key} />
      {user ? (
        <ProfileContent user={user} isOwn={isOwn} variables={variables} />
      ) : (
        <ProfileLoading />
      )}
    </>
  )
}

interface ProfileContentProps {
  user: NonNullable<ProfileQuery['user']>
  isOwn: boolean
  variables: ProfileVariables
}

function PersonActions({ user }: Pick<ProfileContentProps, 'user'>) {
  return (
    <Flex gap="1">
      <PersonMenuButton userId={user.id} />
      <FollowButton user={user} />
    </Flex>
  )
}

function ProfileContent({ user, isOwn, variables }: ProfileContentProps) {
  const tab = variables.isReplies ? 'replies' : 'posts'
  const viewer = useViewer()
  const { pathname } = useLocation()
  useDocumentTitle(t(profilePageMessages.titleOf(user.displayName, user.username)))
  return (
    <PageColumns panel={<SidePanel />}>
      <ProfileHeader
        user={user}
        action={isOwn ? <EditProfileButton user={user} /> : <PersonActions user={user} />}
      >
        {isOwn && (viewer?.kind === 'demo' ? <DemoActions /> : <AccountActions />)}
      </ProfileHeader>
      {viewer === null && <JoinBar />}
      <PageTabs
        tabs={profileTabs}
        current={tab}
        pathOf={(tab) => pathname + profileTabSearch(tab)}
        texts={profilePageMessages}
        mb="0"
      />
      <ProfileList key={tab} variables={variables} />
    </PageColumns>
  )
}
