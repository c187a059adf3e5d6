import { Portal, Tooltip } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The part of a tooltip that is loaded when it shows. */
export default function TooltipBubble({
  anchorId,
  placement,
  children,
}: {
  anchorId: string
  placement: 'top' | 'right'
  children: ReactNode
}) {
  return (
    <Tooltip.Root open ids={{ trigger: anchorId }} positioning={{ placement, strategy: 'fixed' }}>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content>{children}</Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  )
}
