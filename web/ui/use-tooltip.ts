import { type FocusEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'

const HOVER_MS = 700
const LONG_PRESS_MS = 500
/** Time for the pointer to reach the bubble. */
const LEAVE_MS = 100

/**
 * When a tooltip is open: while the mouse is on its trigger or bubble, while its trigger has
 * keyboard focus, or from a long press until the next press.
 * @param preload loads the bubble's code
 */
export function useTooltip(preload: () => Promise<void>) {
  const id = useId()
  const bubbleId = `${id}-bubble`
  const [isOpen, setOpen] = useState(false)
  const timer = useRef(0)
  const cancel = () => window.clearTimeout(timer.current)
  const openAfter = (delayMs: number) => {
    preload()
    cancel()
    timer.current = window.setTimeout(() => setOpen(true), delayMs)
  }
  const closeAfter = (delayMs: number) => {
    cancel()
    timer.current = window.setTimeout(() => setOpen(false), delayMs)
  }
  const close = () => {
    cancel()
    setOpen(false)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) =>
      pointerType === 'mouse' && openAfter(isOpen ? 0 : HOVER_MS),
    onPointerLeave: ({ pointerType }: PointerEvent) =>
      pointerType === 'mouse' ? closeAfter(LEAVE_MS) : cancel(),
  }
  return {
    isOpen,
    trigger: {
      id,
      'aria-describedby': isOpen ? bubbleId : undefined,
      ...hover,
      onPointerDown: ({ pointerType }: PointerEvent) =>
        pointerType === 'touch' ? openAfter(LONG_PRESS_MS) : close(),
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onFocus: ({ target }: FocusEvent<HTMLElement>) =>
        target.matches(':focus-visible') && setOpen(true),
      onBlur: close,
    },
    bubble: { ids: { trigger: id, content: bubbleId }, onClose: close, ...hover },
    /** Opens at once, for a trigger that a tap does not activate. */
    open: () => setOpen(true),
  }
}

export type TooltipBubbleState = ReturnType<typeof useTooltip>['bubble']
