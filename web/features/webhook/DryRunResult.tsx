import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { webhookMessages } from '../../messages/webhooks.ts'
import { Muted } from '../../ui/Muted.tsx'

/** @param payload JSON; undefined before a dry run, null where there is nothing to show */
export function DryRunResult({ payload }: { payload: string | null | undefined }) {
  return (
    <chakra.div aria-live="polite">
      {payload !== undefined && (
        <Muted>{t(payload === null ? webhookMessages.tryNothing : webhookMessages.tryAbout)}</Muted>
      )}
      {payload && (
        <chakra.pre
          mt="2"
          p="4"
          borderRadius="control"
          bg="subtle"
          fontFamily="monospace"
          textStyle="meta"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          dir="ltr"
        >
          {JSON.stringify(JSON.parse(payload), null, 2)}
        </chakra.pre>
      )}
    </chakra.div>
  )
}
