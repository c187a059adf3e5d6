import { chakra } from '@chakra-ui/react'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { canUsePasskeys } from '../../../lib/passkey.ts'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { useOwn } from '../account-request.ts'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { focusSection, Row, Section } from '../SettingsSection.tsx'

export interface OwnPasskey {
  id: string
  name: string
  createdAt: string
}

const ID = 'passkeys'
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

interface PasskeysSectionProps {
  username: string
  hasPassword: boolean
  /** Called when the other sessions have ended, since a passkey was added or removed. */
  onSessionsEnded: () => void
}

export function PasskeysSection({ username, hasPassword, onSessionsEnded }: PasskeysSectionProps) {
  const { data: passkeys, failed, reload } = useOwn<OwnPasskey[]>('/passkeys')
  const [asking, setAsking] = useState<{
    about: OwnPasskey
    what: 'name' | 'removal'
    open: boolean
  } | null>(null)
  const close = () => setAsking(asking && { ...asking, open: false })

  const changed = async () => {
    await reload()
    focusSection(ID)
    onSessionsEnded()
  }

  return (
    <Section
      id={ID}
      title="Passkeys"
      about="A passkey signs you in with your fingerprint, your face or a PIN, without a password."
    >
      {!passkeys &&
        (failed ? (
          <FailedState title="Your passkeys could not be loaded." onRetry={reload} />
        ) : (
          <Skeleton h="16" />
        ))}
      {passkeys && passkeys.length > 0 && (
        <chakra.ul>
          {passkeys.map((passkey) => (
            <Row key={passkey.id}>
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
                    {day.format(new Date(passkey.createdAt))}
                  </time>
                </chakra.p>
              </chakra.div>
              {/* Below its name on a phone, under the name's first letter. */}
              <chakra.div display="flex" ms={{ base: '4', md: '0' }} me="-3">
                <Button
                  variant="ghost"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setAsking({ about: passkey, what: 'name', open: true })}
                >
                  Rename
                </Button>
                <Button
                  variant="ghost"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setAsking({ about: passkey, what: 'removal', open: true })}
                >
                  Remove
                </Button>
              </chakra.div>
            </Row>
          ))}
        </chakra.ul>
      )}
      {canUsePasskeys() ? (
        <AddPasskey
          username={username}
          hasPassword={hasPassword}
          onAdded={changed}
          onCancel={() => focusSection(ID)}
        />
      ) : (
        <chakra.p textStyle="body" color="muted">
          This browser has no passkeys, so you can’t add one here.
        </chakra.p>
      )}
      {asking?.what === 'name' && (
        <RenamePasskeyDialog
          key={asking.about.id}
          passkey={asking.about}
          open={asking.open}
          onClose={close}
          onRenamed={reload}
        />
      )}
      {asking?.what === 'removal' && (
        <RemovePasskeyDialog
          key={asking.about.id}
          passkey={asking.about}
          open={asking.open}
          onClose={close}
          onRemoved={changed}
        />
      )}
    </Section>
  )
}
