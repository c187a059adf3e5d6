import { chakra } from '@chakra-ui/react'
import { t } from '../../lib/i18n.ts'
import { postMessages } from '../../messages/post.ts'
import { useViewer } from '../user/viewer.ts'

/** Marks the first posts of a newcomer, for people who can greet them. */
export function NewHere({ post }: { post: { isByNewcomer: boolean } }) {
  return (
    useViewer() &&
    post.isByNewcomer && (
      <chakra.span
        display="inline-block"
        ms="2"
        px="2"
        textStyle="meta"
        color="accentText"
        bg="accentSubtle"
        borderRadius="full"
      >
        {t(postMessages.newHere)}
      </chakra.span>
    )
  )
}
