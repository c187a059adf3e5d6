import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { demoUser } from '#rules/demo-user.ts'
import { api } from '../../../test/api.ts'
import { acceptPosts, field, newViewer, sent, share, toast } from '../../../test/composer.ts'
import { connection } from '../../../test/data.ts'
import { network } from '../../../test/network.ts'
import { renderPart } from '../../../test/render.tsx'
import { Composer } from './Composer.tsx'

const rules = ['Be kind', 'Respect privacy', 'No spam', 'Be brief'].map((title) => ({
  __typename: 'Rule',
  id: title.toLowerCase().replace(' ', '-'),
  title,
}))

/** Mocks the viewer's number of posts before this test. Returns how often the client asked. */
function mockPosts(before: number) {
  const asked = { count: 0 }
  network.use(
    api.query('FirstRule', () => {
      asked.count++
      const nodes = Array.from({ length: Math.min(3, before + sent.length) }, (_, index) => ({
        __typename: 'Post',
        id: `post_before_${index}`,
      }))
      const posts = connection('Post', nodes)
      return HttpResponse.json({
        data: { viewer: { __typename: 'User', id: 'user_1', posts }, rules },
      })
    }),
  )
  return asked
}

test('the composer shows a rule for each of the first three posts, when someone writes', async () => {
  const asked = mockPosts(0)
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  expect(asked.count).toBe(0)
  for (const title of ['Be kind', 'Respect privacy', 'No spam']) {
    await userEvent.type(field(), `About ${title}`)
    const link = await screen.findByRole('link', { name: title })
    expect(link).toHaveAttribute('href', `/rules#${title.toLowerCase().replace(' ', '-')}`)
    // What is being written stays on the screen.
    expect(link).toHaveAttribute('target', '_blank')
    await userEvent.click(share())
    await waitFor(() => expect(field()).toHaveValue(''))
    await toast('Your positive post has been shared! ✨')
  }
  await waitFor(() => expect(screen.queryByText(/^One of our rules/)).toBeNull())
})

test('later posts have no line, and the browser asks only once', async () => {
  const asked = mockPosts(3)
  const viewer = newViewer()
  const { unmount } = await renderPart(<Composer />, viewer)
  await userEvent.click(field())
  await waitFor(() => expect(localStorage.getItem(`first-posts:${viewer.id}`)).not.toBeNull())
  unmount()
  await renderPart(<Composer />, viewer)
  await userEvent.click(field())
  await waitFor(() => expect(field()).toHaveFocus())
  expect(screen.queryByText(/^One of our rules/)).toBeNull()
  expect(asked.count).toBe(1)
})

test('the demo user, whom many share, has no line', async () => {
  const asked = mockPosts(0)
  await renderPart(<Composer />, { ...newViewer(), id: demoUser.id })
  await userEvent.click(field())
  expect(asked.count).toBe(0)
})
