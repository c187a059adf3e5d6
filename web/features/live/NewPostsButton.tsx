import { chakra } from '@chakra-ui/react'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { FeedTab } from '#rules/feed-tab.ts'
import type { PageOperation } from '#rules/pages.ts'
import { t } from '../../lib/i18n.ts'
import { useOnce } from '../../lib/use-once.ts'
import { liveMessages } from '../../messages/live.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { showRefusal } from '../../ui/show-refusal.ts'
import type { FeedScope } from './Live.generated.ts'
import { useNewPosts } from './use-new-posts.ts'

interface ListedFeed {
  scope: FeedScope
  /** The query of the feed's list. */
  queryName: PageOperation
}

const feeds: Record<FeedTab, ListedFeed> = {
  everyone: { scope: 'EVERYONE', queryName: 'Feed' },
  following: { scope: 'FOLLOWING', queryName: 'FollowingFeed' },
}

/** Offers what a feed has that its list does not show yet. */
export default function NewPostsButton({ tab }: { tab: FeedTab }) {
  return <Offer key={tab} {...feeds[tab]} />
}

/** Takes no room, so that nothing moves. On a phone it stays within the page's head. */
function Offer({ scope, queryName }: ListedFeed) {
  const { count, isMany, show } = useNewPosts(scope, queryName)
  const { isBusy, runOnce } = useOnce()

  async function load() {
    try {
      await show()
      window.scrollTo({ top: 0, behavior: 'instant' })
      document.querySelector<HTMLElement>('[role=feed] article')?.focus({ preventScroll: true })
    } catch (error) {
      await showRefusal(error)
    }
  }

  return (
    <chakra.div
      role="status"
      position="absolute"
      insetStart={{ md: '0' }}
      insetEnd={{ base: '4', md: '0' }}
      top={{ md: '100%' }}
      bottom={{ base: '1', md: 'auto' }}
      display="flex"
      justifyContent="center"
      pointerEvents="none"
    >
      {(count > 0 || isMany) && (
        <Button
          variant="outline"
          boxShadow="float"
          pointerEvents="auto"
          animation="fade-in"
          animationDuration="transition"
          aria-busy={isBusy || undefined}
          onClick={() => runOnce(load)}
        >
          <Icon as={ArrowUp} />
          {isMany ? t(liveMessages.manyNewPosts) : t(liveMessages.newPosts(count))}
        </Button>
      )}
    </chakra.div>
  )
}
