import { chakra } from '@chakra-ui/react'
import Hand from 'lucide-react/icons/hand'
import { Link } from 'react-router-dom'
import { paths } from '#rules/paths.ts'
import { useViewer } from '../../features/user/viewer.ts'
import { t } from '../../lib/i18n.ts'
import { explorePageMessages } from '../../messages/explore-page.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Leads members to the posts that wait for an answer. */
export function HelloLink() {
  const viewer = useViewer()
  if (viewer?.kind !== 'member') return null
  return (
    <Card
      asChild
      display="flex"
      alignItems="center"
      gap="3"
      bg="accentSubtle"
      borderColor="transparent"
      css={{ '&:hover .title': { textDecoration: 'underline' } }}
    >
      <Link to={paths.hello}>
        <chakra.span display="flex" color="accentText">
          <Icon as={Hand} size="6" />
        </chakra.span>
        <span>
          <chakra.span className="title" display="block" textStyle="name">
            {t(explorePageMessages.hello)}
          </chakra.span>
          <chakra.span display="block" textStyle="meta" color="muted">
            {t(explorePageMessages.helloHint)}
          </chakra.span>
        </span>
      </Link>
    </Card>
  )
}
