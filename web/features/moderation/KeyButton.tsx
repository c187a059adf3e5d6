import type { ComponentProps } from 'react'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from './Key.tsx'
import { areShortcutsOn } from './shortcuts.ts'

interface KeyButtonProps extends ComponentProps<typeof Button> {
  /** As `aria-keyshortcuts` has it, such as `Enter`. Undefined while the key does nothing. */
  shortcut: string | undefined
}

/** As keyboards have them. */
const shortNames: Readonly<Record<string, string>> = { Escape: 'Esc' }

/** A button with its key, which `useKeys` makes work. */
export function KeyButton({ shortcut, children, ...props }: KeyButtonProps) {
  const isOn = useStore(areShortcutsOn) && shortcut !== undefined
  return (
    <Button px="3" {...(isOn && { 'aria-keyshortcuts': shortcut })} {...props}>
      {children}
      {isOn && <Key>{shortNames[shortcut] ?? shortcut}</Key>}
    </Button>
  )
}
