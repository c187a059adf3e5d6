import { chakra } from '@chakra-ui/react'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { FailedState } from '../../../ui/FailedState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { showToast } from '../../../ui/toast.ts'
import { type Own, ownRequest, tellProblem } from '../account-request.ts'
import { focusSection, Row, Section } from '../SettingsSection.tsx'

export interface OwnSession {
  id: string
  device: string
  createdAt: string
  lastUsedAt: string
  isCurrent: boolean
}

const ID = 'sessions'
const HAND_HELD = /iPhone|iPad|Android/

/** Where one is signed in, and the ways to end that. */
export function SessionsSection({
  sessions: { data: sessions, failed, reload },
}: {
  sessions: Own<OwnSession[]>
}) {
  const [ending, setEnding] = useState(false)

  const end = async (path: string, told: string) => {
    if (ending) return
    setEnding(true)
    try {
      await ownRequest(path, undefined, 'DELETE')
      await reload()
      focusSection(ID)
      showToast({ kind: 'good', title: told })
    } catch (reason) {
      tellProblem(reason)
      await reload()
    }
    setEnding(false)
  }

  return (
    <Section
      id={ID}
      title="Where you’re signed in"
      about="If you don’t know one of these, sign it out and change your password."
    >
      {!sessions &&
        (failed ? (
          <FailedState title="Your devices could not be loaded." onRetry={reload} />
        ) : (
          <Skeleton h="16" />
        ))}
      {sessions && (
        <chakra.ul>
          {sessions.map(({ id, device, lastUsedAt, isCurrent }) => (
            <Row key={id}>
              <chakra.span color="muted" display="inline-flex">
                <Icon as={HAND_HELD.test(device) ? Smartphone : Monitor} />
              </chakra.span>
              <chakra.div flex="1" minW="10rem">
                <chakra.p textStyle="name">{device}</chakra.p>
                {isCurrent ? (
                  <chakra.p textStyle="meta" color="accentText">
                    This device
                  </chakra.p>
                ) : (
                  <chakra.p textStyle="meta" color="muted">
                    Last used <RelativeTime at={lastUsedAt} />
                  </chakra.p>
                )}
              </chakra.div>
              {!isCurrent && (
                <Button
                  variant="ghost"
                  me="-3"
                  aria-busy={ending}
                  aria-label={`Sign out ${device}`}
                  onClick={() => end(`/sessions/${id}`, `${device} is signed out.`)}
                >
                  Sign out
                </Button>
              )}
            </Row>
          ))}
        </chakra.ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="outline"
          alignSelf="flex-start"
          aria-busy={ending}
          onClick={() => end('/sessions', 'Every other device is signed out.')}
        >
          Sign out everywhere else
        </Button>
      )}
    </Section>
  )
}
