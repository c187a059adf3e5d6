import { chakra } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { canUsePasskeys } from '../../../lib/passkey.ts'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useAccountResource } from '../account-request.ts'
import { focusSection, SettingsRow, SettingsSection } from '../SettingsSection.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'

export interface AccountPasskey {
  id: string
  name: string
  createdAt: string
}

const ID = 'passkeys'
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

interface PasskeyDialog {
  passkey: AccountPasskey
  action: 'rename' | 'remove'
  open: boolean
}

interface PasskeysSectionProps {
  username: string
  hasPassword: boolean
  /** Called after adding or removing a passkey, which ends all other sessions. */
  onSessionsEnded: () => void
}

export function PasskeysSection({ username, hasPassword, onSessionsEnded }: PasskeysSectionProps) {
  const { data: passkeys, failed, reload } = useAccountResource<AccountPasskey[]>('/passkeys')
  const [dialog, setDialog] = useState<PasskeyDialog | null>(null)
  const close = () => setDialog(dialog && { ...dialog, open: false })

  const handleChange = async () => {
    await reload()
    focusSection(ID)
    onSessionsEnded()
  }

  return (
    <SettingsSection
      id={ID}
      title="Passkeys"
      about="Sign in with your fingerprint, your face or a PIN instead of a password."
    >
      {!passkeys &&
        (failed ? (
          <FailedState title="We couldn’t load your passkeys." onRetry={reload} />
        ) : (
          <Skeleton h="16" />
        ))}
      {passkeys && passkeys.length > 0 && (
        <chakra.ul>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onAction={(action) => setDialog({ passkey, action, open: true })}
            />
          ))}
        </chakra.ul>
      )}
      {canUsePasskeys() ? (
        <AddPasskey
          username={username}
          hasPassword={hasPassword}
          onAdded={handleChange}
          onCancel={() => focusSection(ID)}
        />
      ) : (
        <chakra.p textStyle="body" color="muted">
          This browser doesn’t support passkeys.
        </chakra.p>
      )}
      {dialog && (
        <PasskeyDialogs {...dialog} onClose={close} onRenamed={reload} onRemoved={handleChange} />
      )}
    </SettingsSection>
  )
}

interface PasskeyRowProps {
  passkey: AccountPasskey
  onAction: (action: PasskeyDialog['action']) => void
}

function PasskeyRow({ passkey: { name, createdAt }, onAction }: PasskeyRowProps) {
  return (
    <SettingsRow>
      <chakra.span color="muted" display="inline-flex">
        <Icon as={KeyRound} />
      </chakra.span>
      <chakra.div flex="1" minW="10rem">
        <chakra.p textStyle="name" overflowWrap="anywhere" dir="auto">
          {name}
        </chakra.p>
        <chakra.p textStyle="meta" color="muted">
          Added <time dateTime={createdAt}>{dateFormat.format(new Date(createdAt))}</time>
        </chakra.p>
      </chakra.div>
      {/* On a phone, below the name and aligned with it. */}
      <chakra.div display="flex" ms={{ base: '4', md: '0' }} me="-3">
        <Button variant="ghost" aria-label={`Rename ${name}`} onClick={() => onAction('rename')}>
          Rename
        </Button>
        <Button variant="ghost" aria-label={`Remove ${name}`} onClick={() => onAction('remove')}>
          Remove
        </Button>
      </chakra.div>
    </SettingsRow>
  )
}

interface PasskeyDialogsProps extends PasskeyDialog {
  onClose: () => void
  onRenamed: () => Promise<void>
  onRemoved: () => Promise<void>
}

function PasskeyDialogs({ action, onRenamed, onRemoved, ...dialog }: PasskeyDialogsProps) {
  const { id } = dialog.passkey
  return action === 'rename' ? (
    <RenamePasskeyDialog key={id} {...dialog} onRenamed={onRenamed} />
  ) : (
    <RemovePasskeyDialog key={id} {...dialog} onRemoved={onRemoved} />
  )
}
