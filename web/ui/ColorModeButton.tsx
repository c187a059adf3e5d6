import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { Button } from './Button.tsx'
import { chooseColorMode, useColorMode } from './color-mode.ts'
import { Icon } from './Icon.tsx'

export function ColorModeButton() {
  const other = useColorMode() === 'dark' ? 'light' : 'dark'
  return (
    <Button
      variant="ghost"
      shape="icon"
      aria-label={`Switch to ${other} mode`}
      onClick={() => chooseColorMode(other)}
    >
      <Icon as={other === 'dark' ? Moon : Sun} />
    </Button>
  )
}
