import { chakra } from '@chakra-ui/react'
import { Unanswered } from '../../features/feed/Unanswered.tsx'
import { t } from '../../lib/i18n.ts'
import { moderationMessages } from '../../messages/moderation.ts'

/** Posts without an answer: somebody should welcome the people who have just come. */
export function FirstPosts() {
  return (
    <>
      <chakra.p textStyle="body" color="muted" maxW="reading" mb="4">
        {t(moderationMessages.firstPostsAbout)}
      </chakra.p>
      <Unanswered />
    </>
  )
}
