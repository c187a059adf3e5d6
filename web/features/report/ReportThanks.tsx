import { chakra, Stack } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { paths } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { reportMessages } from '../../messages/report.ts'
import { Button } from '../../ui/Button.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { RichText } from '../../ui/RichText.tsx'
import type { HideEntries_UserFragment } from '../block/HideEntries.generated.ts'

interface ReportThanksProps {
  user: HideEntries_UserFragment
  isRepeated: boolean
  onMute: () => void
  onBlock: () => void
}

/** What happens next with a report, and what the reporter can do meanwhile. */
export function ReportThanks({ user, isRepeated, onMute, onBlock }: ReportThanksProps) {
  const { displayName, isMuted, isBlocked } = user
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button disappears with the form.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap="3">
      <chakra.h3
        ref={heading}
        tabIndex={-1}
        textStyle="name"
        css={{ '&:focus': { outline: 'none' } }}
      >
        {t(isRepeated ? reportMessages.repeated : reportMessages.thanks)}
      </chakra.h3>
      <p>
        <RichText
          message={isRepeated ? reportMessages.repeatedNext : reportMessages.next}
          elements={{ link: <PageLink to={paths.reports} /> }}
        />
      </p>
      {!isBlocked && (
        <>
          <chakra.p color="muted" overflowWrap="anywhere">
            {t(reportMessages.meanwhile(displayName))}
          </chakra.p>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {!isMuted && (
              <Choice variant="outline" onClick={onMute}>
                {t(reportMessages.mute(displayName))}
              </Choice>
            )}
            <Choice variant="outline" onClick={onBlock}>
              {t(reportMessages.block(displayName))}
            </Choice>
          </chakra.div>
        </>
      )}
    </Stack>
  )
}

/** Has room for a long name. */
const Choice = chakra(Button, {
  base: { flexShrink: '1', whiteSpace: 'normal', overflowWrap: 'anywhere' },
})
