import { t } from '../../lib/i18n.ts'
import type { FieldProps } from '../../lib/use-form.ts'
import { reportMessages } from '../../messages/report.ts'
import { reportReasonMessages } from '../../messages/reports.ts'
import { RadioField } from '../../ui/ChoiceField.tsx'
import { reportReasons } from './report-reasons.ts'

/** The reasons to report something. */
export function ReasonField(field: FieldProps) {
  return (
    <RadioField
      {...field}
      autoFocus
      label={t(reportMessages.reason)}
      options={reportReasons.map((value) => ({
        value,
        label: t(reportReasonMessages[value]),
        about: t(reportMessages[value]),
      }))}
    />
  )
}
