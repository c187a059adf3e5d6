import { chakra } from '@chakra-ui/react'
import Heart from 'lucide-react/icons/heart'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { NavLink } from 'react-router-dom'
import { Card } from '../ui/Card.tsx'
import { FoldableText } from '../ui/FoldableText.tsx'
import { Highlight } from '../ui/Highlight.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconCount } from '../ui/IconCount.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { PagedList } from '../ui/PagedList.tsx'
import { PageLink } from '../ui/PageLink.tsx'
import { PostText } from '../ui/PostText.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { RowsCard } from '../ui/RowsCard.tsx'
import { TabLink, TabLinks } from '../ui/TabLink.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { WindowedList } from '../ui/WindowedList.tsx'
import { Sun } from '../ui/Wordmark.tsx'
import { Example, Examples, Section } from './Section.tsx'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
/** Outside of the catalogues, the id is the text. */
const LOAD_MORE_TEXTS = {
  loadMore: { id: 'Load more positive vibes' },
  end: { id: 'That is everything.' },
  loadFailed: { id: 'We couldn’t load more. Please try again.' },
}

const LONG_TEXT = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of a long text`).join(
  '\n',
)

export function Content() {
  const [times] = useState(() => [0, 5, 50].map(hoursAgo))
  return (
    <Section title="Content">
      <Examples>
        <Example name="card">
          <Card maxW="panel">A card holds what belongs together.</Card>
        </Example>
        <Example name="rows">
          <RowsCard maxW="panel">
            <chakra.p p="4">A card of rows has</chakra.p>
            <chakra.p p="4">a line between them.</chakra.p>
          </RowsCard>
        </Example>
        <Example name="counts">
          <IconCount icon={Heart} count={0} label="0 likes" />{' '}
          <IconCount icon={Share2} count={1299} label="1,299 shares" />
        </Example>
        <Example name="highlight">
          <Highlight text="Peppermint tea, then a teapot of it." query="tea" />
        </Example>
        <Example name="text of a post">
          <PostText>Peppermint tea, then a teapot of it.</PostText>
        </Example>
        <Example name="long text">
          <FoldableText textId="long" text={LONG_TEXT} />
        </Example>
        <Example name="icons">
          <Icon as={Heart} /> <Icon as={Heart} size="6" /> <Icon as={Heart} size="8" /> <Sun />
        </Example>
        {times.map((time) => (
          <Example key={time} name="time">
            <RelativeTime at={time} />
          </Example>
        ))}
        <Example name="links">
          <PageLink to="/elsewhere">Link to a page</PageLink>{' '}
          <TextLink href="https://example.org">Link to another site</TextLink>{' '}
          <chakra.span color="accentText">
            <NavLink to="/">Current page</NavLink>
          </chakra.span>
        </Example>
        <Example name="tabs">
          <TabLinks aria-label="Tabs">
            <TabLink to="/" aria-current="page">
              Everyone
            </TabLink>
            <TabLink to="/?feed=following">Following</TabLink>
          </TabLinks>
        </Example>
        <Example name="load more">
          <LoadMore
            hasMore
            onLoadMore={() => Promise.reject(new Error('The gallery has no more.'))}
            texts={LOAD_MORE_TEXTS}
          />
        </Example>
        <Example name="list with pages">
          <PagedList
            label="Rows"
            pageInfo={{ endCursor: null, hasNextPage: true }}
            onLoadMore={() => Promise.reject(new Error('The gallery has no more.'))}
            texts={LOAD_MORE_TEXTS}
            none="There are no rows."
          >
            {['One row', 'Another row'].map((row) => (
              <li key={row}>{row}</li>
            ))}
          </PagedList>
        </Example>
        <Example name="end of a list">
          <WindowedList
            items={[]}
            pageInfo={{ endCursor: null, hasNextPage: false }}
            fetchMore={async () => {}}
            loading={null}
            texts={LOAD_MORE_TEXTS}
          >
            {() => null}
          </WindowedList>
        </Example>
        <Example name="only for screen readers">
          <VisuallyHidden>Heard, but not seen</VisuallyHidden>
        </Example>
      </Examples>
    </Section>
  )
}
