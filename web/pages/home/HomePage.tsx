import { useEffect } from 'react'
import { paths } from '#rules/paths.ts'
import { useViewer } from '../../features/user/viewer.ts'
import { FeedPage } from './FeedPage.tsx'

/** The feed. Visitors get the landing page, which the server sends. */
export default function HomePage() {
  const isVisitor = useViewer() === null
  useEffect(() => {
    if (isVisitor) location.replace(paths.home)
  }, [isVisitor])
  return isVisitor ? null : <FeedPage />
}
