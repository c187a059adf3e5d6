import { chakra } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import type { AccountPasskey } from '#rules/account-api.ts'
import * as accountApi from '#rules/account-api.ts'
import { fullDate } from '../../../lib/dates.ts'
import { t } from '../../../lib/i18n.ts'
import { canUsePasskeys } from '../../../lib/passkey.ts'
import { passkeyMessages } from '../../../messages/auth.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadState } from '../../../ui/LoadState.tsx'
import { Muted } from '../../../ui/Muted.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { useAccountResource } from '../account-request.ts'
import { focusSection, SettingsRow, SettingsSection } from '../SettingsSection.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'

const ID = 'passkeys'

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
  const { data: passkeys, error, reload } = useAccountResource(accountApi.getPasskeys)
  const [dialog, setDialog] = useState<PasskeyDialog | null>(null)
  const close = () => setDialog(dialog && { ...dialog, open: false })

  const handleChange = async () => {
    await reload()
    focusSection(ID)
    onSessionsEnded()
  }

  return (
    <SettingsSection id={ID} title={t(passkeyMessages.title)} about={t(passkeyMessages.about)}>
      <LoadState
        title={t(passkeyMessages.failed)}
        error={error}
        onRetry={reload}
        hasData={passkeys !== undefined}
      />
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
        <Muted>{t(passkeyMessages.unsupported)}</Muted>
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
        <chakra.p textStyle="name" overflowWrap="anywhere">
          <bdi>{name}</bdi>
        </chakra.p>
        <chakra.p textStyle="meta" color="muted">
          <RichText
            message={passkeyMessages.addedOn(fullDate(new Date(createdAt)))}
            elements={{ time: <time dateTime={createdAt} /> }}
          />
        </chakra.p>
      </chakra.div>
      {/* On a phone, below the name and aligned with it. */}
      <chakra.div display="flex" ms={{ base: '4', md: '0' }} me="-3">
        <Button
          variant="ghost"
          aria-label={t(passkeyMessages.renamePasskey(name))}
          onClick={() => onAction('rename')}
        >
          {t(passkeyMessages.rename)}
        </Button>
        <Button
          variant="ghost"
          aria-label={t(passkeyMessages.removePasskey(name))}
          onClick={() => onAction('remove')}
        >
          {t(passkeyMessages.remove)}
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
