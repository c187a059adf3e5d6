import { chakra } from '@chakra-ui/react'
import { useEffect } from 'react'
import { rulePath } from '#rules/paths.ts'
import { storedText } from '../../../lib/stored-text.ts'
import { rulesMessages } from '../../../messages/rules.ts'
import { RichText } from '../../../ui/RichText.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import type { Viewer } from '../../user/viewer.ts'
import { useFirstRuleQuery } from './FirstRule.generated.ts'

const FIRST_POSTS = 3

/** Another rule for each of the viewer's first posts. Mounted when they begin to write. */
export default function FirstRule({ viewer }: { viewer: Viewer }) {
  const key = `first-posts:${viewer.id}`
  const { data } = useFirstRuleQuery({
    skip: viewer.kind === 'demo' || storedText(key).read() !== null,
    // Its short list of posts must not replace the profile's.
    fetchPolicy: 'no-cache',
  })
  const count = data?.viewer?.posts.edges.length
  const isOver = count !== undefined && count >= FIRST_POSTS
  useEffect(() => {
    // So that this browser does not ask again.
    if (isOver) storedText(key).write('over')
  }, [isOver, key])
  const rule = count === undefined || isOver ? undefined : data?.rules[count % data.rules.length]
  return (
    rule && (
      <chakra.p textStyle="meta" color="muted" mt="2" overflowWrap="anywhere">
        <RichText
          message={rulesMessages.reminder(rule.title)}
          // The draft stays open beside it.
          elements={{ rule: <TextLink href={rulePath(rule.id)} target="_blank" dir="auto" /> }}
        />
      </chakra.p>
    )
  )
}
