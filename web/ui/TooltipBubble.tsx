import { Tooltip, useLocaleContext } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { MainPortal } from './MainPortal.tsx'
import { PageLocale } from './PageLocale.tsx'
import { tooltipRecipe } from './recipes/tooltip.ts'
import type { TooltipBubbleState } from './use-tooltip.ts'

interface TooltipBubbleProps extends TooltipBubbleState {
  placement: 'top' | 'end'
  children: ReactNode
}

const sides = { ltr: 'right', rtl: 'left' } as const

/** The lazily loaded part of a tooltip. It closes on Escape, a press or a scroll. */
export default function TooltipBubble(props: TooltipBubbleProps) {
  return (
    <PageLocale>
      <Bubble {...props} />
    </PageLocale>
  )
}

function Bubble({ placement, ids, onClose, children, ...hover }: TooltipBubbleProps) {
  const { dir } = useLocaleContext()
  useEffect(() => {
    document.addEventListener('pointerdown', onClose)
    return () => document.removeEventListener('pointerdown', onClose)
  })
  return (
    <Tooltip.Root
      recipe={tooltipRecipe}
      open
      onOpenChange={({ open }) => !open && onClose()}
      ids={ids}
      positioning={{
        placement: placement === 'end' ? sides[dir] : placement,
        strategy: 'fixed',
      }}
    >
      <MainPortal>
        <Tooltip.Positioner>
          <Tooltip.Content style={{ pointerEvents: 'auto' }} {...hover}>
            {children}
          </Tooltip.Content>
        </Tooltip.Positioner>
      </MainPortal>
    </Tooltip.Root>
  )
}
