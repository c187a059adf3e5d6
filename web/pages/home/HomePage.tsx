import { useEffect } from 'react'
import { paths } from '#rules/paths.ts'
import { useViewer } from '../../features/user/viewer.ts'
import { FeedPage } from './FeedPage.tsx'

/** The feed. A visitor has none and is sent to the landing page, which is the server's. */
export default function HomePage() {
  const isVisitor = useViewer() === null
  useEffect(() => {
    if (isVisitor) location.replace(paths.home)
  }, [isVisitor])
  return isVisitor ? null : <FeedPage />
}
