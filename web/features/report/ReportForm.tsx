import { chakra, Stack } from '@chakra-ui/react'
import * as z from 'zod/mini'
import { reportDetails } from '#rules/fields.ts'
import { limits } from '#rules/limits.ts'
import { paths } from '#rules/paths.ts'
import { fullNumber } from '../../lib/format-number.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { reportMessages } from '../../messages/report.ts'
import { TextareaField } from '../../ui/Field.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useReportContentMutation } from './ReportContent.generated.ts'
import { type ReportReason, reportReasons } from './report-reasons.ts'

interface ReportFormProps {
  subjectId: string
  onSent: (how: 'first' | 'repeated') => void
}

const schema = () =>
  z.object({
    reason: z.enum(reportReasons, t(reportMessages.reasonNeeded)),
    details: reportDetails,
  })

/** Why something is reported. */
export function ReportForm({ subjectId, onSent }: ReportFormProps) {
  const reportContent = useReportContentMutation()
  const form = useForm({
    initial: { reason: '', details: '' },
    schema: schema(),
    onSubmit: async ({ reason, details }) => {
      const input = { subjectId, reason: reason as ReportReason, details }
      const { alreadyReported, error } = await reportContent(input)
      if (error) throw error
      return alreadyReported ? 'repeated' : 'first'
    },
    onSent,
  })
  return (
    <form {...form.props}>
      <Stack gap="4">
        <chakra.p color="muted">{t(reportMessages.about)}</chakra.p>
        <ReasonField {...form.field('reason')} />
        {form.values.reason === 'DANGEROUS' && (
          <chakra.p role="status" textStyle="name">
            {t(reportMessages.danger)}
          </chakra.p>
        )}
        <TextareaField
          {...form.field('details')}
          label={t(reportMessages.details)}
          hint={t(reportMessages.detailsHint(fullNumber(limits.reportDetailsLength)))}
          rows={3}
          dir="auto"
        />
        <p>
          <RichText
            message={reportMessages.rules}
            // The report stays open beside them.
            elements={{ link: <TextLink href={paths.rules} target="_blank" /> }}
          />
        </p>
      </Stack>
    </form>
  )
}
