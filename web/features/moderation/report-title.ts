import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'

interface Reported {
  subjectType: keyof typeof moderationMessages.titles
  snapshot: { displayName: string } | null
}

/** "Post by Ada" */
export function reportTitle({ subjectType, snapshot }: Reported): string {
  return t(
    snapshot
      ? moderationMessages.titles[subjectType](snapshot.displayName)
      : moderationMessages.deletedTitle,
  )
}
