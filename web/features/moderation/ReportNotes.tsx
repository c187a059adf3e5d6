import type { FragmentType } from '@apollo/client'
import { chakra, Stack } from '@chakra-ui/react'
import * as z from 'zod/mini'
import { moderationNote } from '#rules/fields.ts'
import { t } from '../../lib/i18n.ts'
import { useForm } from '../../lib/use-form.ts'
import { moderationMessages } from '../../messages/moderation.ts'
import { Button } from '../../ui/Button.tsx'
import { TextareaField } from '../../ui/Field.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { PersonLink } from './PersonLink.tsx'
import {
  type ReportNotes_ReportFragment,
  useAddModerationNoteMutation,
  useReportNotes_ReportFragment,
} from './ReportNotes.generated.ts'
import { ViewSection } from './ViewSection.tsx'

/** What was typed and not sent, by the id of its report: a step in the queue must not lose it. */
const unsentNotes = new Map<string, string>()

/** What moderators wrote about a report, and a field for more. */
export function ReportNotes({
  report: reference,
}: {
  report: FragmentType<ReportNotes_ReportFragment>
}) {
  const { id: reportId, notes } = useReportNotes_ReportFragment(reference)
  const addNote = useAddModerationNoteMutation()
  const form = useForm({
    initial: { note: unsentNotes.get(reportId) ?? '' },
    schema: z.object({ note: moderationNote }),
    onSubmit: async ({ note: text }) => {
      unsentNotes.delete(reportId)
      const successToast = { title: t(moderationMessages.noteAdded) }
      const { error } = await addNote({ reportId, text }, { successToast })
      if (error) unsentNotes.set(reportId, text)
      else change('')
    },
  })
  const note = form.field('note')
  const change = (text: string) => {
    unsentNotes.set(reportId, text)
    note.onChange(text)
  }
  return (
    <ViewSection title={t(moderationMessages.notes)}>
      {notes && notes.length > 0 ? (
        <Stack as="ul" gap="3" aria-label={t(moderationMessages.notes)}>
          {notes.map(({ id, text, createdAt, moderator }) => (
            <li key={id}>
              <chakra.p textStyle="body" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
                {text}
              </chakra.p>
              <chakra.p textStyle="meta" color="muted">
                <RichText
                  message={moderationMessages.decidedBy}
                  elements={{
                    person: <PersonLink user={moderator} />,
                    time: <RelativeTime at={createdAt} />,
                  }}
                />
              </chakra.p>
            </li>
          ))}
        </Stack>
      ) : (
        <Muted>{t(moderationMessages.noNotes)}</Muted>
      )}
      <Stack asChild gap="2" align="flex-start">
        <form {...form.props}>
          <TextareaField
            {...note}
            onChange={change}
            label={t(moderationMessages.newNote)}
            hint={t(moderationMessages.noteAbout)}
            rows={2}
          />
          <Button type="submit" variant="outline" aria-busy={form.isBusy}>
            {t(moderationMessages.addNote)}
          </Button>
        </form>
      </Stack>
    </ViewSection>
  )
}
