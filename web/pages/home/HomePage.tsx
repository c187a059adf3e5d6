import { lazy } from 'react'
import { useViewer } from '../../features/viewer/viewer.ts'
import { FeedPage } from './FeedPage.tsx'

const Landing = lazy(() => import('../../features/landing/Landing.tsx'))

/** The feed for whoever is somebody, the landing page for a visitor. */
export default function HomePage() {
  return useViewer() === null ? <Landing /> : <FeedPage />
}
