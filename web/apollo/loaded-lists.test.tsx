import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ExploreDocument } from '../pages/explore/Explore.generated.ts'
import { useFeedQuery } from '../pages/home/Home.generated.ts'
import { api } from '../test/api.ts'
import { postData, postPage } from '../test/data.ts'
import { network } from '../test/network.ts'
import { renderPart } from '../test/render.tsx'
import { useLoadedLists } from './loaded-lists.ts'

let lists: ReturnType<typeof useLoadedLists>

function Feed() {
  const { data } = useFeedQuery()
  lists = useLoadedLists()
  const { edges } = (data?.feed ?? { edges: [] }) as unknown as { edges: unknown[] }
  return <p>{edges.length} posts</p>
}

const posts = (count: number) =>
  postPage(Array.from({ length: count }, (_, index) => postData({ id: `post_${index}` })))

/** Shows a feed, with a search in the cache. @returns how often the feed was loaded */
async function showFeed(count: number) {
  let loads = 0
  network.use(
    api.query('Feed', () => {
      loads += 1
      return HttpResponse.json({ data: { feed: posts(count) } })
    }),
  )
  const { client } = await renderPart(<Feed />)
  await screen.findByText(`${count} posts`)
  client.writeQuery({
    query: ExploreDocument,
    variables: { query: 'sun', first: 20, after: null },
    data: { search: posts(1) } as never,
  })
  const fields = () =>
    Object.keys((client.extract() as { ROOT_QUERY: object }).ROOT_QUERY).map((name) =>
      name.replace(/\W.*/, ''),
    )
  expect(fields()).toEqual(expect.arrayContaining(['feed', 'search']))
  return { fields, loads: () => loads }
}

test('what is not on the screen is forgotten, and the rest stays', async () => {
  const { fields, loads } = await showFeed(2)
  lists.forgetOthers()
  expect(fields()).toContain('feed')
  expect(fields()).not.toContain('search')
  expect(loads()).toBe(1)
})

test.each([
  [20, 2],
  [21, 1],
])('a list of %i entries is loaded %i times', async (count, expected) => {
  const { fields, loads } = await showFeed(count)
  await lists.reload()
  expect(loads()).toBe(expected)
  expect(screen.getByText(`${count} posts`)).toBeInTheDocument()
  expect(fields()).not.toContain('search')
})
