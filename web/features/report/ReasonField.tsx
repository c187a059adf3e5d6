import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { t } from '../../lib/i18n.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { reportMessages } from '../../messages/report.ts'
import { reportReasonMessages } from '../../messages/reports.ts'
import { Choice, ChoiceText } from '../../ui/Choice.tsx'
import { reportReasons } from './report-reasons.ts'

/** The reasons to report something. */
export function ReasonField({ name, value, error, onChange }: FieldProps) {
  const errorId = useId()
  return (
    <chakra.fieldset aria-describedby={errorId}>
      <chakra.legend textStyle="name" mb="1">
        {t(reportMessages.reason)}
      </chakra.legend>
      {reportReasons.map((reason, position) => (
        <Choice key={reason}>
          <chakra.input
            type="radio"
            name={name}
            value={reason}
            checked={reason === value}
            accentColor="accent"
            mt="1"
            data-autofocus={position === 0 || undefined}
            onChange={() => onChange(reason)}
          />
          <ChoiceText name={t(reportReasonMessages[reason])} about={t(reportMessages[reason])} />
        </Choice>
      ))}
      <chakra.p id={errorId} aria-live="polite" textStyle="meta" color="bad">
        {error}
      </chakra.p>
    </chakra.fieldset>
  )
}
