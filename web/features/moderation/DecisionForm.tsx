import type { FragmentType } from '@apollo/client'
import { Flex, Stack } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import type { ModerationAction } from '../../apollo/schema.generated.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { TextareaField } from '../../ui/Field.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { decisionSchema, nextLength, suspensionLengths } from './decision-schema.ts'
import { type LastDecision_ReportFragment, useResolveReportMutation } from './Judge.generated.ts'
import { KeyButton } from './KeyButton.tsx'
import { type RuleChoice, RuleField, ruleKeys } from './RuleField.tsx'
import { SuspensionFields } from './SuspensionFields.tsx'
import { useKeys } from './use-keys.ts'

export interface Decided {
  report: FragmentType<LastDecision_ReportFragment>
  /** All reports that the decision answered. */
  closedIds: readonly string[]
}

interface DecisionFormProps {
  reportId: string
  action: ModerationAction
  rules: readonly RuleChoice[]
  onDecided: (decided: Decided) => void
  onFailed: () => void
  onCancel: () => void
}

/** The details of a decision. The first rule is chosen, so that Enter is enough for most. */
export function DecisionForm({ reportId, action, rules, ...props }: DecisionFormProps) {
  const { onDecided, onFailed, onCancel } = props
  const resolveReport = useResolveReportMutation()
  const [hidePosts, setHidePosts] = useState(false)
  const confirm = useRef<HTMLButtonElement>(null)
  const form = useForm({
    initial: { rule: rules[0]?.id ?? '', days: suspensionLengths[0] ?? '', note: '' },
    schema: decisionSchema,
    onSubmit: async ({ rule, days, note }) => {
      const suspension = { suspendDays: days.trim() ? Number(days) : null, hidePosts }
      const { report, closedReports } = await resolveReport({
        ...{ reportId, action, note },
        ...(action !== 'NONE' && { rule }),
        ...(action === 'SUSPEND' && suspension),
      })
      if (report) onDecided({ report, closedIds: closedReports?.map(({ id }) => id) ?? [] })
      else onFailed()
    },
  })
  const [rule, days] = [form.field('rule'), form.field('days')]
  // Escape must not discard a typed note.
  const hasNote = form.field('note').value.trim() !== ''
  const isSuspension = action === 'SUSPEND'
  useKeys({
    ...(action !== 'NONE' && ruleKeys({ rules, onChange: rule.onChange })),
    ...(isSuspension && {
      d: () => days.onChange(nextLength(days.value)),
      p: () => setHidePosts(!hidePosts),
    }),
    escape: hasNote ? undefined : onCancel,
  })
  // Enter decides, whichever action was chosen last.
  useEffect(() => {
    if (action) confirm.current?.focus({ preventScroll: true })
  }, [action])
  return (
    <Stack asChild gap="3">
      <form {...form.props}>
        <Muted>{t(moderationMessages.effects[action])}</Muted>
        {action !== 'NONE' && <RuleField rules={rules} {...rule} />}
        {isSuspension && (
          <SuspensionFields days={days} hidePosts={hidePosts} onHidePosts={setHidePosts} />
        )}
        <TextareaField {...form.field('note')} label={t(moderationMessages.noteForLog)} rows={1} />
        <Flex gap="2" justify="flex-end" wrap="wrap">
          <KeyButton variant="outline" shortcut={hasNote ? undefined : 'Escape'} onClick={onCancel}>
            {t(moderationMessages.cancel)}
          </KeyButton>
          <KeyButton ref={confirm} type="submit" shortcut="Enter" aria-busy={form.isBusy}>
            {t(moderationMessages.actions[action])}
          </KeyButton>
        </Flex>
      </form>
    </Stack>
  )
}
