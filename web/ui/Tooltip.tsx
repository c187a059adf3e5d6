import { chakra } from '@chakra-ui/react'
import { lazy, type ReactElement, type ReactNode, Suspense, useEffect, useId, useState } from 'react'

const TooltipBubble = lazy(() => import('./TooltipBubble.tsx'))

/** Milliseconds of hovering until a tooltip shows; on keyboard focus it shows at once. */
const OPEN_DELAY = 700

/** Shows a few words beside its child after a moment of hovering. The bubble's code is loaded when the first one shows. */
export function Tooltip({
  content,
  children,
  placement = 'top',
}: {
  content: ReactNode
  children: ReactElement
  placement?: 'top' | 'right'
}) {
  const id = useId()
  const [hovered, setHovered] = useState(false)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!hovered) return setOpen(false)
    const timer = setTimeout(() => setOpen(true), OPEN_DELAY)
    return () => clearTimeout(timer)
  }, [hovered])

  useEffect(() => {
    if (!open) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  return (
    <>
      <chakra.span
        asChild
        id={id}
        onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
        onPointerLeave={() => setHovered(false)}
        onPointerDown={() => setHovered(false)}
        onFocus={({ target }) => target.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
      >
        {children}
      </chakra.span>
      {open && (
        <Suspense>
          <TooltipBubble anchorId={id} placement={placement}>
            {content}
          </TooltipBubble>
        </Suspense>
      )}
    </>
  )
}
