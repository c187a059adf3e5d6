import { t } from '../lib/i18n.ts'
import { sampleMessages } from '../messages/landing.ts'

/** Fictional posts for the landing page. */
export const samples = [
  {
    author: { id: 'sample-maya', displayName: 'Maya Lindqvist', username: 'mayal', avatar: null },
    time: t(sampleMessages.mayaTime),
    content: t(sampleMessages.maya),
    likes: 128,
    shares: 14,
  },
  {
    author: { id: 'sample-kofi', displayName: 'Kofi Mensah', username: 'kofi_m', avatar: null },
    time: t(sampleMessages.kofiTime),
    content: t(sampleMessages.kofi),
    likes: 342,
    shares: 27,
  },
]
