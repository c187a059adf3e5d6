import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface MediaButtonProps {
  icon: LucideIcon
  isPressed: boolean
  onClick: () => void
  children: ReactNode
}

/** Opens the attachment panel for one kind of media, or closes it again. */
export function MediaButton({ icon, isPressed, onClick, children }: MediaButtonProps) {
  return (
    <Button variant="ghost" px="3" aria-pressed={isPressed} color={isPressed ? 'accentText' : 'muted'} onClick={onClick}>
      <Icon as={icon} />
      {children}
    </Button>
  )
}
