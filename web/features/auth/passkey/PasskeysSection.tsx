import { chakra } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { canUsePasskeys } from '../../../lib/passkey.ts'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { useAccountResource } from '../account-request.ts'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { focusSection, SettingsRow, SettingsSection } from '../SettingsSection.tsx'

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
            <SettingsRow key={passkey.id}>
              <chakra.span color="muted" display="inline-flex">
                <Icon as={KeyRound} />
              </chakra.span>
              <chakra.div flex="1" minW="10rem">
                <chakra.p textStyle="name" overflowWrap="anywhere" dir="auto">
                  {passkey.name}
                </chakra.p>
                <chakra.p textStyle="meta" color="muted">
                  Added{' '}
                  <time dateTime={passkey.createdAt}>
                    {dateFormat.format(new Date(passkey.createdAt))}
                  </time>
                </chakra.p>
              </chakra.div>
              {/* On a phone, below the name and aligned with it. */}
              <chakra.div display="flex" ms={{ base: '4', md: '0' }} me="-3">
                <Button
                  variant="ghost"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setDialog({ passkey, action: 'rename', open: true })}
                >
                  Rename
                </Button>
                <Button
                  variant="ghost"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setDialog({ passkey, action: 'remove', open: true })}
                >
                  Remove
                </Button>
              </chakra.div>
            </SettingsRow>
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
      {dialog?.action === 'rename' && (
        <RenamePasskeyDialog
          key={dialog.passkey.id}
          passkey={dialog.passkey}
          open={dialog.open}
          onClose={close}
          onRenamed={reload}
        />
      )}
      {dialog?.action === 'remove' && (
        <RemovePasskeyDialog
          key={dialog.passkey.id}
          passkey={dialog.passkey}
          open={dialog.open}
          onClose={close}
          onRemoved={handleChange}
        />
      )}
    </SettingsSection>
  )
}
