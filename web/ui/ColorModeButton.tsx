import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { t } from '../lib/i18n.ts'
import { useStore } from '../lib/store.ts'
import { uiMessages } from '../messages/ui.ts'
import { Button } from './Button.tsx'
import { colorMode } from './color-mode.ts'
import { Icon } from './Icon.tsx'

export function ColorModeButton() {
  const other = useStore(colorMode) === 'dark' ? 'light' : 'dark'
  return (
    <Button
      variant="ghost"
      shape="icon"
      aria-label={t(other === 'dark' ? uiMessages.darkMode : uiMessages.lightMode)}
      onClick={() => colorMode.set(other)}
    >
      <Icon as={other === 'dark' ? Moon : Sun} />
    </Button>
  )
}
