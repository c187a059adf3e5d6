import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { useTooltip } from './use-tooltip.ts'

// It fails without a message: a tooltip only adds to what its trigger says already.
const TooltipBubble = lazyPart(() => import('./TooltipBubble.tsx'))

interface TooltipProps {
  content: ReactNode
  children: ReactElement
  placement?: 'top' | 'end'
  /** Also opens on a tap, for a trigger that does nothing else. */
  opensOnTap?: boolean
}

/**
 * Describes its trigger on hover, keyboard focus and a long press. The bubble's code loads on first
 * use.
 */
export function Tooltip({ content, children, placement = 'top', opensOnTap }: TooltipProps) {
  const { isOpen, trigger, bubble, open } = useTooltip(TooltipBubble.preload)
  return (
    <>
      <chakra.span asChild {...trigger} {...(opensOnTap && { onClick: open })}>
        {children}
      </chakra.span>
      {isOpen && (
        <TooltipBubble placement={placement} {...bubble}>
          {content}
        </TooltipBubble>
      )}
    </>
  )
}
