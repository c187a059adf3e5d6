import { useRef } from 'react'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { PageColumns } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { ProfileSkeleton } from '../../features/user/ProfileSkeleton.tsx'
import { t } from '../../lib/i18n.ts'
import { useDocumentTitle, useFocusAfterNavigation } from '../../lib/navigation.ts'
import { profilePageMessages } from '../../messages/profile-page.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

export function ProfileLoading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const title = t(profilePageMessages.title)
  useDocumentTitle(title)
  useFocusAfterNavigation(heading)
  return (
    <PageColumns panel={<SidePanel />}>
      <VisuallyHidden asChild>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </VisuallyHidden>
      <ProfileSkeleton />
      <PostSkeletons />
    </PageColumns>
  )
}
