import { chakra } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'

interface MediaButtonProps {
  icon: LucideIcon
  isPressed: boolean
  onClick: () => void
  children: ReactNode
}

/** Toggles the attachment panel for one kind of media. */
export function MediaButton({ icon, isPressed, onClick, children }: MediaButtonProps) {
  return (
    <Button
      variant="ghost"
      minW="touch"
      px={{ base: '2', md: '3' }}
      aria-pressed={isPressed}
      color={isPressed ? 'accentText' : 'muted'}
      onClick={onClick}
    >
      <Icon as={icon} />
      <Label>{children}</Label>
    </Button>
  )
}

/** Visually hidden on a phone, where only the icon fits beside the counter. */
const Label = chakra('span', { base: { srOnly: { base: true, md: false } } })
