import { Card } from '../../../ui/Card.tsx'
import { useViewer } from '../../user/viewer.ts'
import { ComposerSkeleton } from './ComposerSkeleton.tsx'
import { PostForm } from './PostForm.tsx'

/** The feed's composer, with a skeleton while the viewer is loading. */
export function Composer() {
  const viewer = useViewer()
  return (
    <Card>
      {viewer ? <PostForm key={viewer.id} viewer={viewer} surface="feed" /> : <ComposerSkeleton />}
    </Card>
  )
}
