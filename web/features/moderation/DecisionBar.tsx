import { chakra, Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useState } from 'react'
import type { ModerationAction } from '../../apollo/schema.generated.ts'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Icon } from '../../ui/Icon.tsx'
import { actions } from './actions.ts'
import { type Decided, DecisionForm } from './DecisionForm.tsx'
import { KeyButton } from './KeyButton.tsx'
import type { RuleChoice } from './RuleField.tsx'
import { useKeys } from './use-keys.ts'

interface DecisionBarProps {
  reportId: string
  rules: readonly RuleChoice[]
  canDecide: boolean
  onDecided: (decided: Decided) => void
  onFailed: () => void
  /** Undefined at the end of the queue. */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}

/** All buttons and their keys fit into one row of a wide window. */
const compact = { px: { base: '3', xl: '2' }, gap: '1' } as const

const buttonId = (action: ModerationAction) => `decide-${action}`

/** What can be decided about a report, with keys, at the bottom of the window. */
export function DecisionBar({ canDecide, onNext, onPrevious, ...form }: DecisionBarProps) {
  const [chosen, setChosen] = useState<ModerationAction | null>(null)
  const action = canDecide ? chosen : null
  const decisionKeys = actions.map(({ action, key }) => [
    key.toLowerCase(),
    () => setChosen(action),
  ])
  useKeys({
    ...(canDecide && Object.fromEntries(decisionKeys)),
    // They would discard what is typed in the form.
    ...(action === null && { j: onNext, k: onPrevious }),
  })
  const cancel = () => {
    setChosen(null)
    if (action) requestAnimationFrame(() => document.getElementById(buttonId(action))?.focus())
  }
  return (
    <Bar as="section" data-bar aria-label={t(moderationMessages.decision)}>
      {action ? (
        <DecisionForm {...form} action={action} onCancel={cancel} />
      ) : (
        <Flex gap="1" wrap="wrap">
          {actions.map(({ action, key }) => (
            <KeyButton
              key={action}
              id={buttonId(action)}
              {...compact}
              shortcut={key}
              variant="outline"
              disabled={!canDecide}
              onClick={() => setChosen(action)}
            >
              {t(moderationMessages.actions[action])}
            </KeyButton>
          ))}
          <Flex gap="1" ms="auto">
            <StepButton shortcut="K" name={moderationMessages.previous} onClick={onPrevious}>
              <Icon as={ChevronUp} />
            </StepButton>
            <StepButton shortcut="J" name={moderationMessages.next} onClick={onNext}>
              <Icon as={ChevronDown} />
            </StepButton>
          </Flex>
        </Flex>
      )}
    </Bar>
  )
}

interface StepButtonProps {
  shortcut: string
  name: MessageDescriptor
  onClick: (() => void) | undefined
  children: ReactNode
}

function StepButton({ name, onClick, ...props }: StepButtonProps) {
  return (
    <KeyButton
      {...compact}
      px="1"
      variant="ghost"
      minW="touch"
      aria-label={t(name)}
      disabled={!onClick}
      onClick={onClick}
      {...props}
    />
  )
}

const Bar = chakra('div', {
  base: {
    position: 'sticky',
    bottom: { base: 'calc({sizes.bar} + env(safe-area-inset-bottom))', md: '0' },
    zIndex: 'bar',
    // In a low or enlarged window, what does not fit below the page's head scrolls.
    maxH: {
      base: 'calc(100dvh - 2 * {sizes.bar} - {sizes.touch} - env(safe-area-inset-bottom))',
      md: 'calc(100dvh - {sizes.bar} - {sizes.touch})',
    },
    overflowY: 'auto',
    flexShrink: '0',
    mt: 'auto',
    mx: { base: '-4', md: '0' },
    px: '4',
    py: '3',
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'border',
    borderTopRadius: { md: 'card' },
    boxShadow: 'float',
  },
})
