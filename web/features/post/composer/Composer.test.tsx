import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../../test/api.ts'
import {
  acceptPosts,
  counter,
  field,
  newViewer,
  sent,
  share,
  toast,
} from '../../../test/composer.ts'
import { network } from '../../../test/network.ts'
import { renderPart } from '../../../test/render.tsx'
import { Composer } from './Composer.tsx'

test('empty, blank and too long texts cannot be shared', async () => {
  await renderPart(<Composer />, newViewer())
  expect(share()).toBeDisabled()
  await userEvent.type(field(), '   ')
  expect(share()).toBeDisabled()
  await userEvent.type(field(), 'Hello')
  expect(share()).toBeEnabled()
  await userEvent.clear(field())
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(281))
  expect(share()).toBeDisabled()
})

test('attack 42: the counter counts grapheme clusters, as the server does', async () => {
  await renderPart(<Composer />, newViewer())
  expect(counter()).toHaveTextContent('0/280')
  await userEvent.click(field())
  await userEvent.paste('👨‍👩‍👧‍👦'.repeat(280))
  expect(counter()).toHaveTextContent('280/280')
  expect(share()).toBeEnabled()
  await userEvent.clear(field())
  await userEvent.click(field())
  await userEvent.paste(`a${'\u0301'.repeat(10_000)}`)
  expect(share()).toBeDisabled()
})

test('the counter changes colour above 240 and 280, and announces it', async () => {
  await renderPart(<Composer />, newViewer())
  const color = () => getComputedStyle(counter()).color
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(240))
  const normal = color()
  await userEvent.type(field(), 'x')
  const warning = color()
  expect(screen.getByText('40 characters left')).toBeInTheDocument()
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(40))
  expect(counter()).toHaveTextContent('281/280')
  expect(new Set([normal, warning, color()]).size).toBe(3)
  expect(screen.getByText('1 character too many')).toBeInTheDocument()
})

test('Ctrl+Enter on a blank text shows a toast', async () => {
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), ' {Control>}{Enter}{/Control}')
  await toast('Please write something positive to share!')
})

test('Ctrl+Enter on a text that is too long shows a toast', async () => {
  await renderPart(<Composer />, newViewer())
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(281))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await toast('Post must be 280 characters or less.')
})

test.each([
  ['during a composition', { isComposing: true }],
  ['as Safari reports the key that ends one', { keyCode: 229 }],
])('Ctrl+Enter %s shares nothing', async (_when, ofComposition) => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'にほん')
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }])
    fireEvent.keyDown(field(), { key: 'Enter', ...modifier, ...ofComposition })
  await userEvent.type(field(), '!')
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
  await toast('Your positive post has been shared! ✨')
  expect(sent).toMatchObject([{ content: 'にほん!' }])
})

test('sharing a post empties the composer and shows a toast', async () => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Soup on the balcony')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(field()).toHaveValue('')
  expect(sent).toEqual([
    { content: 'Soup on the balcony', clientKey: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
})

test('a double click creates one post', async () => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Only once')
  await userEvent.dblClick(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent).toHaveLength(1)
})

test('a retry after a network error reuses the client key, a changed text gets a new one', async () => {
  const keys: unknown[] = []
  network.use(
    api.mutation('CreatePost', ({ variables }) => {
      keys.push(variables.input.clientKey)
      return HttpResponse.error()
    }),
  )
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Try')
  await userEvent.click(share())
  await toast('Failed to create post. Please try again.')
  expect(field()).toHaveValue('Try')
  await userEvent.click(share())
  await waitFor(() => expect(keys).toHaveLength(2))
  await waitFor(() => expect(share()).toBeEnabled())
  await userEvent.type(field(), '!')
  await userEvent.click(share())
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a status outside 2xx is shown with its body, and the draft stays', async () => {
  network.use(http.post('*/graphql', () => HttpResponse.text('Resting', { status: 500 })))
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Kept')
  await userEvent.click(share())
  await toast('500: Resting')
  expect(field()).toHaveValue('Kept')
})

test("a user error shows the server's message, and the draft stays", async () => {
  network.use(
    api.mutation('CreatePost', () =>
      HttpResponse.json({
        data: {
          createPost: {
            __typename: 'CreatePostPayload',
            post: null,
            userErrors: [
              { __typename: 'UserError', reason: null, message: 'That was a lot at once.' },
            ],
          },
        },
      }),
    ),
  )
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Again')
  await userEvent.click(share())
  await toast('That was a lot at once.')
  expect(field()).toHaveValue('Again')
})

test('a draft survives a reload', async () => {
  const viewer = newViewer()
  const { unmount } = await renderPart(<Composer />, viewer)
  await userEvent.type(field(), 'Half a thought')
  unmount()
  expect(JSON.parse(localStorage.getItem(`draft:feed:${viewer.id}`) ?? '{}')).toMatchObject({
    content: 'Half a thought',
  })
  await renderPart(<Composer />, viewer)
  expect(field()).toHaveValue('Half a thought')
})

test.each(['{"content":5,"media":"text"}', '[]', 'null', '{'])(
  'a stored draft that is none is dropped: %s',
  async (stored) => {
    const viewer = newViewer()
    localStorage.setItem(`draft:feed:${viewer.id}`, stored)
    await renderPart(<Composer />, viewer)
    expect(field()).toHaveValue('')
    expect(counter()).toHaveTextContent('0/280')
  },
)
