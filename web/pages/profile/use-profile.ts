import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { demoUser, isDemoUser } from '#rules/demo-user.ts'
import { pageVariables } from '#rules/page-variables.ts'
import { paths, signInPath } from '#rules/paths.ts'
import { useLoadedLists } from '../../apollo/loaded-lists.ts'
import { useIsDemo } from '../../features/user/demo-user.ts'
import { startDemo } from '../../features/user/start-demo.ts'
import { useViewer } from '../../features/user/viewer.ts'
import { isDemoOffered } from '../../lib/page-settings.ts'
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
  const userId = isOwnPath && isDemo ? demoUser.id : idOrUsername
  const { search } = useLocation()
  // The header stays as it is when the tab changes.
  const [firstSearch] = useState(search)
  const variablesOf = (search: string) =>
    pageVariables.profile({ params: { userId }, search: new URLSearchParams(search) })
  const { data, error, refetch } = useProfileQuery({ variables: variablesOf(firstSearch) })
  useStartDemo(viewer === null && (isOwnPath || isDemoUser(idOrUsername)), isOwnPath)

  const user = data && (data.viewer ?? data.user ?? null)
  // The demo is starting, or the redirect to the sign-in page is under way.
  const isRedirecting = isOwnPath && user === null
  return {
    user: isRedirecting ? undefined : user,
    error: data ? undefined : error,
    /** Of the query for the list in the chosen tab. */
    variables: variablesOf(search),
    isOwn: isOwnPath || user?.viewerCanEdit === true,
    refetch,
  }
}

/**
 * Starts the demo, or redirects a visitor to sign-in, also one whose session ended here. Runs once
 * for a visitor, so that leaving the demo works.
 */
function useStartDemo(isVisitor: boolean, isOwnPath: boolean) {
  const viewer = useViewer()
  const { search } = useLocation()
  const { reloadAll } = useLoadedLists()
  const hasRun = useRef(false)
  const wasMember = useRef(false)
  const [isStarted, setIsStarted] = useState(false)
  useEffect(() => {
    if (viewer === undefined || hasRun.current) return
    if (viewer?.kind === 'member') {
      wasMember.current = true
      return
    }
    hasRun.current = true
    if (!isVisitor) return
    if (isDemoOffered() && !wasMember.current) {
      startDemo()
      setIsStarted(true)
    } else if (isOwnPath) location.replace(signInPath(paths.ownProfile + search))
  }, [viewer, isVisitor, isOwnPath, search])
  useEffect(() => {
    // What a visitor saw says that they can change nothing.
    if (isStarted) void reloadAll()
  }, [isStarted, reloadAll])
}
