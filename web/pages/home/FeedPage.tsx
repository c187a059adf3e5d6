import { useEffect } from 'react'
import { feedTabSearch, feedTabs } from '#rules/feed-tab.ts'
import { paths } from '#rules/paths.ts'
import { PostList } from '../../features/feed/PostList.tsx'
import { hasFeed } from '../../features/live/listed-feed.ts'
import { Composer } from '../../features/post/composer/Composer.tsx'
import { PostSkeletons } from '../../features/post/PostSkeletons.tsx'
import { Page } from '../../features/shell/Page.tsx'
import { SidePanel } from '../../features/shell/SidePanel.tsx'
import { t } from '../../lib/i18n.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { feedPageMessages } from '../../messages/feed-page.ts'
import { FailedPart } from '../../ui/FailedPart.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LoadState } from '../../ui/LoadState.tsx'
import { type LazyPart, lazyPart } from '../../ui/lazy-part.tsx'
import { PageTabs } from '../../ui/TabLink.tsx'
import { useFeedQuery } from './Home.generated.ts'
import { initialFeedTab, useFeedTab } from './use-feed-tab.ts'

const EmptyFeed = lazyPart(() => import('./EmptyFeed.tsx'), {
  failed: (_props, retry) => <FailedPart onRetry={retry} />,
})
const NewPostsButton = lazyPart(async () => {
  await whenIdle()
  return import('../../features/live/NewPostsButton.tsx')
})
const FollowingFeed = lazyPart(() => import('./FollowingFeed.tsx'), {
  loading: <PostSkeletons />,
  failed: (_props, retry) => <FailedState title={t(feedPageMessages.failed)} onRetry={retry} />,
})

function Home() {
  const tab = useFeedTab()
  useEffect(() => {
    hasFeed.set(true)
    return () => hasFeed.set(false)
  }, [])
  return (
    <Page
      title={t(feedPageMessages.title)}
      head={
        <>
          <PageTabs
            tabs={feedTabs}
            current={tab}
            pathOf={(tab) => paths.home + feedTabSearch(tab)}
            texts={feedPageMessages}
          />
          <NewPostsButton tab={tab} />
        </>
      }
      panel={<SidePanel hasSearch />}
    >
      <Composer />
      {tab === 'following' ? <FollowingFeed /> : <Feed />}
    </Page>
  )
}

export const FeedPage: LazyPart<object> = Object.assign(Home, {
  preload: async () => {
    if (initialFeedTab() === 'following') await FollowingFeed.preload()
  },
})

function Feed() {
  const { data, error, fetchMore, refetch } = useFeedQuery()
  if (!data)
    return (
      <LoadState
        title={t(feedPageMessages.failed)}
        error={error}
        onRetry={refetch}
        loading={<PostSkeletons />}
      />
    )
  return <PostList posts={data.feed} fetchMore={fetchMore} empty={<EmptyFeed />} />
}
