import { Menu as ChakraMenu } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import { Fragment, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterNextPaint } from '../lib/after-next-paint.ts'
import { Icon } from './Icon.tsx'
import { MainPortal } from './MainPortal.tsx'
import type { MenuControl } from './MenuButton.tsx'
import { PageLocale } from './PageLocale.tsx'
import { menuRecipe } from './recipes/menu.ts'

export interface MenuEntry {
  label: string
  icon: LucideIcon
  onSelect: () => void
  /** For what cannot be undone. */
  isDanger?: boolean
  isDisabled?: boolean
  /** Whether the menu stays open when it is chosen. */
  staysOpen?: boolean
}

interface MenuProps extends MenuControl {
  /** Which edge of the button it keeps to. */
  placement?: 'bottom-start' | 'bottom-end'
  /** A line separates the groups; an empty one is left out. */
  groups: MenuEntry[][]
}

/** Part of an id, so without spaces. Labels differ within a menu, and stay as others arrive. */
const valueOfEntry = ({ label }: MenuEntry) => encodeURIComponent(label)

/**
 * The highlighted entry. It stays highlighted when others arrive; until the user moves, it is the
 * one to begin with.
 */
function useHighlight(
  entries: MenuEntry[],
  { open, initial }: Pick<MenuProps, 'open' | 'initial'>,
) {
  const [moved, setMoved] = useState<string | null>()
  const [wasOpen, setWasOpen] = useState(open)
  // An effect would run after a quick click has moved the highlight.
  if (open !== wasOpen) {
    setWasOpen(open)
    setMoved(undefined)
  }
  const enabled = entries.filter(({ isDisabled }) => !isDisabled)
  const first = initial && enabled.at(initial === 'first' ? 0 : -1)
  return [moved === undefined ? first && valueOfEntry(first) : moved, setMoved] as const
}

/** The menu of a `MenuButton`, in a lazily loaded part. */
export function Menu({
  buttonId,
  label,
  groups,
  placement = 'bottom-end',
  open,
  initial,
  onOpenChange,
}: MenuProps) {
  const entries = groups.flat()
  const firstFilled = groups.findIndex(({ length }) => length > 0)
  const [highlighted, setHighlighted] = useHighlight(entries, { open, initial })
  const select = async (entry: MenuEntry | undefined) => {
    // The focus is back on the button by then. A dialog that was open already would take that for a
    // dismissal.
    await afterNextPaint()
    entry?.onSelect()
  }
  return (
    <PageLocale>
      <ChakraMenu.Root
        recipe={menuRecipe}
        open={open}
        highlightedValue={highlighted ?? null}
        onHighlightChange={({ highlightedValue }) => {
          // A click right after it chooses the highlighted entry.
          flushSync(() => setHighlighted(highlightedValue))
        }}
        onSelect={({ value }) => select(entries.find((entry) => valueOfEntry(entry) === value))}
        onOpenChange={(details) => onOpenChange(details.open)}
        ids={{ trigger: buttonId }}
        positioning={{ placement, slide: true, fitViewport: true }}
        aria-label={label}
      >
        <MainPortal>
          <ChakraMenu.Positioner>
            <ChakraMenu.Content>
              {groups.map((group, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a menu stay in place
                <Fragment key={index}>
                  {group.length > 0 && index > firstFilled && <ChakraMenu.Separator />}
                  {group.map((entry) => (
                    <ChakraMenu.Item
                      key={entry.label}
                      value={valueOfEntry(entry)}
                      disabled={entry.isDisabled}
                      closeOnSelect={!entry.staysOpen}
                      color={entry.isDanger ? 'bad' : undefined}
                    >
                      <Icon as={entry.icon} />
                      {entry.label}
                    </ChakraMenu.Item>
                  ))}
                </Fragment>
              ))}
            </ChakraMenu.Content>
          </ChakraMenu.Positioner>
        </MainPortal>
      </ChakraMenu.Root>
    </PageLocale>
  )
}
