import { useRef } from 'react'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { PageColumns } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { ProfileSkeleton } from '../../features/user/ProfileSkeleton.tsx'
import {
  useDocumentTitle,
  useFocusAfterNavigation,
  useScrollPosition,
} from '../../lib/navigation.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

export function ProfileLoading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle('Profile')
  useScrollPosition()
  useFocusAfterNavigation(heading)
  return (
    <PageColumns panel={<SidePanel />}>
      <VisuallyHidden asChild>
        <h1 ref={heading} tabIndex={-1}>
          Profile
        </h1>
      </VisuallyHidden>
      <ProfileSkeleton />
      <PostSkeletons />
    </PageColumns>
  )
}
