import { Card } from '../../../ui/Card.tsx'
import { useViewer } from '../../user/viewer.ts'
import { ComposerForm } from './ComposerForm.tsx'
import { ComposerSkeleton } from './ComposerSkeleton.tsx'

/** The feed's composer; its place is kept until it is known whose it is. */
export function Composer() {
  const viewer = useViewer()
  return (
    <Card>
      {viewer ? (
        <ComposerForm key={viewer.id} viewer={viewer} place="feed" />
      ) : (
        <ComposerSkeleton />
      )}
    </Card>
  )
}
