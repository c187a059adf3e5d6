import Ellipsis from 'lucide-react/icons/ellipsis'
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useState,
} from 'react'
import { isOfComposition } from '../lib/composition.ts'
import { Button } from './Button.tsx'
import { FailedDialog } from './FailedPart.tsx'
import { Icon } from './Icon.tsx'
import { type LazyPart, lazyPart } from './lazy-part.tsx'

/** How a `MenuButton` controls its menu. */
export interface MenuControl {
  /** Id of the button that opens it and gets the focus back. */
  buttonId: string
  label: string
  open: boolean
  /** The entry that a key press highlights as the menu opens. */
  initial: 'first' | 'last' | null
  onOpenChange: (open: boolean) => void
}

/** A menu whose code loads when it first opens. Its module renders a `Menu`. */
export const lazyMenu = <Props extends MenuControl>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> =>
  lazyPart(load, {
    failed: ({ open, onOpenChange }, retry) =>
      open && <FailedDialog onRetry={retry} onClose={() => onOpenChange(false)} />,
  })

interface MenuButtonProps extends Omit<ComponentProps<typeof Button>, 'onSelect'> {
  id: string
  /** Names the button and its menu. */
  label: string
  /** Renders the menu, a `lazyMenu`; called when it first opens. */
  menu: (control: MenuControl) => ReactNode
}

/** A button that opens a menu. Without children, it is an ellipsis. */
export function MenuButton({ id, label, menu, children, ...props }: MenuButtonProps) {
  const [open, setOpen] = useState<boolean>()
  const [initial, setInitial] = useState<MenuControl['initial']>(null)
  const show = (entry: typeof initial) => {
    setInitial(entry)
    setOpen(true)
  }
  const openOnArrow = (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent)) return
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <>
      <Button
        id={id}
        variant="ghost"
        shape={children ? 'text' : 'icon'}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open === true}
        // A key press is a click without a count.
        onClick={({ detail }) => (open ? setOpen(false) : show(detail === 0 ? 'first' : null))}
        onKeyDown={openOnArrow}
        {...props}
      >
        {children ?? <Icon as={Ellipsis} />}
      </Button>
      {open !== undefined && menu({ buttonId: id, label, open, initial, onOpenChange: setOpen })}
    </>
  )
}
