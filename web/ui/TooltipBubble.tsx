import { Tooltip } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { MainPortal } from './MainPortal.tsx'
import { tooltipRecipe } from './recipes/tooltip.ts'

interface TooltipBubbleProps {
  anchorId: string
  placement: 'top' | 'right'
  /** Called on Escape, a press or a scroll. */
  onClose: () => void
  children: ReactNode
}

/** The lazily loaded part of a tooltip. */
export default function TooltipBubble({
  anchorId,
  placement,
  onClose,
  children,
}: TooltipBubbleProps) {
  return (
    <Tooltip.Root
      recipe={tooltipRecipe}
      open
      onOpenChange={({ open }) => !open && onClose()}
      ids={{ trigger: anchorId }}
      positioning={{ placement, strategy: 'fixed' }}
    >
      <MainPortal>
        <Tooltip.Positioner>
          <Tooltip.Content>{children}</Tooltip.Content>
        </Tooltip.Positioner>
      </MainPortal>
    </Tooltip.Root>
  )
}
