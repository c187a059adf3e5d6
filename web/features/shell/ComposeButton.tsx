import Feather from 'lucide-react/icons/feather'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

const NAME = 'Share Positivity'

/** Opens the composer in a dialog. */
export function ComposeButton({ withLabel, onClick }: { withLabel: boolean; onClick: () => void }) {
  if (withLabel)
    return (
      <Button shape="wide" minH="12" onClick={onClick}>
        {NAME}
      </Button>
    )
  return (
    <Tooltip content={NAME} placement="right">
      <Button shape="icon" boxSize="12" aria-label={NAME} onClick={onClick}>
        <Icon as={Feather} />
      </Button>
    </Tooltip>
  )
}
