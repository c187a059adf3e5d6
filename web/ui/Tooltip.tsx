import { chakra } from '@chakra-ui/react'
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useState,
} from 'react'

const load = () => import('./TooltipBubble.tsx')
const TooltipBubble = lazy(load)

/** For hovering; keyboard focus shows the tooltip at once. */
const OPEN_DELAY_MS = 700

interface TooltipProps {
  content: ReactNode
  children: ReactElement
  placement?: 'top' | 'right'
}

/** A tooltip on hover and keyboard focus. Its bubble's code is loaded on first use. */
export function Tooltip({ content, children, placement = 'top' }: TooltipProps) {
  const id = useId()
  const [hovered, setHovered] = useState(false)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!hovered) return setOpen(false)
    load().catch(() => {})
    const timer = setTimeout(() => setOpen(true), OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [hovered])

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
          <TooltipBubble anchorId={id} placement={placement} onClose={() => setOpen(false)}>
            {content}
          </TooltipBubble>
        </Suspense>
      )}
    </>
  )
}
