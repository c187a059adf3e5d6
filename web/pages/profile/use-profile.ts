import { useEffect, useRef } from 'react'
import { demoUser, isDemoUser } from '#rules/demo-user.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { userArgument } from '#rules/user-argument.ts'
import { useIsDemo } from '../../features/user/demo-user.ts'
import { startDemo } from '../../features/user/start-demo.ts'
import { useViewer } from '../../features/user/viewer.ts'
import { isDemoOffered } from '../../lib/demo-storage.ts'
import { useProfileQuery } from './Profile.generated.ts'

/**
 * Loads the user of a profile page.
 * @param idOrUsername undefined for the viewer's own profile
 * @returns `user` is undefined while loading and null when there is no such user
 */
export function useProfile(idOrUsername: string | undefined) {
  const viewer = useViewer()
  const isDemo = useIsDemo()
  const isOwnPath = idOrUsername === undefined
  const variables = isOwnPath
    ? isDemo
      ? { isOwn: false, ...userArgument(demoUser.id) }
      : { isOwn: true }
    : { isOwn: false, ...userArgument(idOrUsername) }
  const { data, error, refetch, fetchMore } = useProfileQuery({ variables })
  useStartDemo(viewer === null && (isOwnPath || isDemoUser(idOrUsername)), isOwnPath)

  const user = data && (data.viewer ?? data.user ?? null)
  // The demo is starting, or the redirect to the sign-in page is under way.
  const isRedirecting = isOwnPath && user === null
  return {
    user: isRedirecting ? undefined : user,
    error: data ? undefined : error,
    isOwn: isOwnPath || (viewer !== null && viewer !== undefined && viewer.id === user?.id),
    refetch,
    fetchMore,
  }
}

/** Starts the demo or redirects a visitor to sign-in. Runs once, so that leaving the demo works. */
function useStartDemo(isVisitor: boolean, isOwnPath: boolean) {
  const viewer = useViewer()
  const hasRun = useRef(false)
  useEffect(() => {
    if (viewer === undefined || hasRun.current) return
    hasRun.current = true
    if (!isVisitor) return
    if (isDemoOffered()) startDemo()
    else if (isOwnPath) location.replace(signInPath(paths.ownProfile))
  }, [viewer, isVisitor, isOwnPath])
}
