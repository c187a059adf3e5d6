import { useEffect, useRef } from 'react'
import { demoUser, isDemoUser } from '#rules/demo-user.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { userArgument } from '#rules/user-argument.ts'
import { isDemoOffered } from '../../lib/demo-storage.ts'
import { startDemo, useIsDemo } from '../../features/user/demo-user.ts'
import { useViewer } from '../../features/user/viewer.ts'
import { useProfileQuery } from './Profile.generated.ts'

/**
 * The person of an address, and whether that is whoever looks.
 * @param idOrUsername nobody named means whoever looks
 */
export function useProfile(idOrUsername: string | undefined) {
  const viewer = useViewer()
  const isDemo = useIsDemo()
  const isOwnAddress = idOrUsername === undefined
  const variables = isOwnAddress
    ? isDemo
      ? { isOwn: false, ...userArgument(demoUser.id) }
      : { isOwn: true }
    : { isOwn: false, ...userArgument(idOrUsername) }
  const { data, error, refetch, fetchMore } = useProfileQuery({ variables })
  useArrival(viewer === null && (isOwnAddress || isDemoUser(idOrUsername)), isOwnAddress)

  const user = data && (data.viewer ?? data.user ?? null)
  // Nobody is at home: the demo user is about to be, or the sign-in page is on its way.
  const isEntering = isOwnAddress && user === null
  return {
    user: isEntering ? undefined : user,
    error: data ? undefined : error,
    isOwn: isOwnAddress || (viewer !== null && viewer !== undefined && viewer.id === user?.id),
    refetch,
    fetchMore,
  }
}

/** A visitor who comes to the own profile becomes the demo user, or signs in where there is none; not one who just left the demo here. */
function useArrival(isVisitor: boolean, isOwnAddress: boolean) {
  const viewer = useViewer()
  const arrived = useRef(false)
  useEffect(() => {
    if (viewer === undefined || arrived.current) return
    arrived.current = true
    if (!isVisitor) return
    if (isDemoOffered()) startDemo()
    else if (isOwnAddress) location.replace(signInPath(paths.ownProfile))
  }, [viewer, isVisitor, isOwnAddress])
}
