import { Menu as ChakraMenu } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import { Fragment, useEffect, useState } from 'react'
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
  const filledGroups = groups.filter(({ length }) => length > 0)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const last = entries.length - 1
  const select = async (entry: MenuEntry | undefined) => {
    // The focus is back on the button by then. A dialog that was open already would take that for a
    // dismissal.
    await afterNextPaint()
    entry?.onSelect()
  }
  useEffect(() => {
    if (open) setHighlighted(initial && String(initial === 'first' ? 0 : last))
  }, [open, initial, last])
  return (
    <PageLocale>
      <ChakraMenu.Root
        recipe={menuRecipe}
        open={open}
        highlightedValue={highlighted}
        onHighlightChange={(details) => setHighlighted(details.highlightedValue)}
        onSelect={({ value }) => select(entries[Number(value)])}
        onOpenChange={(details) => onOpenChange(details.open)}
        ids={{ trigger: buttonId }}
        positioning={{ placement, slide: true, fitViewport: true }}
        aria-label={label}
      >
        <MainPortal>
          <ChakraMenu.Positioner>
            <ChakraMenu.Content>
              {filledGroups.map((group, index) => (
                <Fragment key={group[0]?.label}>
                  {index > 0 && <ChakraMenu.Separator />}
                  {group.map((entry) => (
                    <ChakraMenu.Item
                      key={entry.label}
                      value={String(entries.indexOf(entry))}
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
