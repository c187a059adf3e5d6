import type { FragmentType } from '@apollo/client'
import { chakra, Flex } from '@chakra-ui/react'
import LinkIcon from 'lucide-react/icons/link'
import { Link } from 'react-router-dom'
import { rulePath } from '#rules/paths.ts'
import { t } from '../../lib/i18n.ts'
import { rulesMessages } from '../../messages/rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Markdown } from './Markdown.tsx'
import {
  type RuleSection_RuleFragment,
  useRuleSection_RuleFragment,
} from './RuleSection.generated.ts'

/** A rule below its heading, which links can lead to. */
export function RuleSection({ rule }: { rule: FragmentType<RuleSection_RuleFragment> }) {
  const { id, title, text } = useRuleSection_RuleFragment(rule)
  return (
    <Card as="section" aria-labelledby={id}>
      <Flex align="flex-start" justify="space-between" gap="2">
        <RuleHeading id={id} tabIndex={-1} dir="auto">
          {title}
        </RuleHeading>
        <Button asChild variant="ghost" shape="icon" mt="-2" me="-2">
          <Link to={rulePath(id)} aria-label={t(rulesMessages.linkTo(title))}>
            <Icon as={LinkIcon} />
          </Link>
        </Button>
      </Flex>
      <Markdown>{text}</Markdown>
    </Card>
  )
}

export const RuleHeading = chakra('h2', {
  base: {
    textStyle: 'title',
    mb: '2',
    overflowWrap: 'anywhere',
    // Below the sticky head of the page.
    scrollMarginTop: '20',
    '&:focus': { outline: 'none' },
  },
})
