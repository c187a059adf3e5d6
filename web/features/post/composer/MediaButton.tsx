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

/** Opens the attachment panel for one kind of media, or closes it again. */
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
      <Word>{children}</Word>
    </Button>
  )
}

/** A phone has no room for the words beside counter and button; there the icons stand for them. */
const Word = chakra('span', { base: { srOnly: { base: true, md: false } } })
