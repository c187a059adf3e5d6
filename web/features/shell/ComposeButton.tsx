import Feather from 'lucide-react/icons/feather'
import { t } from '../../lib/i18n.ts'
import { shellMessages } from '../../messages/shell.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** Opens the composer in a dialog. */
export function ComposeButton({ withLabel, onClick }: { withLabel: boolean; onClick: () => void }) {
  const name = t(shellMessages.compose)
  if (withLabel)
    return (
      <Button shape="wide" minH="12" onClick={onClick}>
        {name}
      </Button>
    )
  return (
    <Tooltip content={name} placement="end">
      <Button shape="icon" boxSize="12" aria-label={name} onClick={onClick}>
        <Icon as={Feather} />
      </Button>
    </Tooltip>
  )
}
