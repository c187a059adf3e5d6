import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

const PostMenu = lazy(() => import('./PostMenu.tsx'))

/** Opens the menu of the viewer's own post. The menu's code loads on first use. */
export function PostMenuButton({ postId }: { postId: string }) {
  const id = useId()
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button
        id={id}
        variant="ghost"
        shape="icon"
        mt="-2"
        me="-2"
        aria-label="More options"
        aria-haspopup="menu"
        aria-expanded={open === true}
        onClick={() => setOpen(!open)}
      >
        <Icon as={Ellipsis} />
      </Button>
      {open !== undefined && (
        <Suspense>
          <PostMenu postId={postId} buttonId={id} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
