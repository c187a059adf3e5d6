import Keyboard from 'lucide-react/icons/keyboard'
import { t } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { areShortcutsOn } from './shortcuts.ts'

/** Turns the single keys on and off. */
export function ShortcutsButton() {
  const isOn = useStore(areShortcutsOn)
  const label = t(moderationMessages.shortcuts)
  return (
    <Button
      variant="ghost"
      px="3"
      mb="-3"
      display={{ base: 'none', md: 'inline-flex' }}
      aria-pressed={isOn}
      color={isOn ? 'accentText' : 'muted'}
      onClick={() => areShortcutsOn.set(!isOn)}
    >
      <Icon as={Keyboard} />
      {label}
    </Button>
  )
}
