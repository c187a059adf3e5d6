import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { api } from '../../../test/api.ts'
import { ada, postData } from '../../../test/data.ts'
import { renderPart } from '../../../test/render.tsx'
import { network } from '../../../test/setup.ts'
import { Composer } from './Composer.tsx'

const field = () => screen.getByRole('textbox', { name: "What's something good today?" })
const share = () => screen.getByRole('button', { name: 'Share' })
const counter = () => screen.getByTestId('character-counter')
const toasts = () => screen.findByRole('region', { name: 'Notifications' })
const toast = async (text: string) =>
  expect(await within(await toasts()).findByText(text)).toBeInTheDocument()

/** What was sent to be shared. */
let sent: Record<string, unknown>[]

function acceptPosts() {
  network.use(
    api.mutation('CreatePost', ({ variables }) => {
      sent.push(variables.input)
      const post = postData({
        id: `post_${sent.length}`,
        author: ada,
        content: variables.input.content,
      })
      return HttpResponse.json({
        data: { createPost: { __typename: 'CreatePostPayload', post, userErrors: [] } },
      })
    }),
  )
}

beforeEach(() => {
  sent = []
})

// Drafts are kept for each account; each test is somebody else.
let people = 0
const someone = () => ({ ...ada, id: `user_${people++}` })

test('an empty, a blank and a too long text cannot be shared', async () => {
  await renderPart(<Composer />, someone())
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

test('attack 42: the counter counts what a person sees, as the server does', async () => {
  await renderPart(<Composer />, someone())
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

test('the counter changes above 240 and again above 280, and says so', async () => {
  await renderPart(<Composer />, someone())
  const color = () => getComputedStyle(counter()).color
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(240))
  const calm = color()
  await userEvent.type(field(), 'x')
  const warned = color()
  expect(screen.getByText('40 characters left')).toBeInTheDocument()
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(40))
  expect(counter()).toHaveTextContent('281/280')
  expect(new Set([calm, warned, color()]).size).toBe(3)
  expect(screen.getByText('1 character too many')).toBeInTheDocument()
})

test('Ctrl+Enter on a blank text says what is missing', async () => {
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), ' {Control>}{Enter}{/Control}')
  await toast('Please write something positive to share!')
})

test('Ctrl+Enter on a text that is too long says so', async () => {
  await renderPart(<Composer />, someone())
  await userEvent.click(field())
  await userEvent.paste('x'.repeat(281))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await toast('Post must be 280 characters or less.')
})

test('a shared post empties the composer and is thanked for', async () => {
  acceptPosts()
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Soup on the balcony')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(field()).toHaveValue('')
  expect(sent).toEqual([
    { content: 'Soup on the balcony', clientKey: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
})

test('a double click makes one post', async () => {
  acceptPosts()
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Only once')
  await userEvent.dblClick(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent).toHaveLength(1)
})

test('another try after a lost answer carries the same key, a changed text another', async () => {
  const keys: string[] = []
  network.use(
    api.mutation('CreatePost', ({ variables }) => {
      keys.push(variables.input.clientKey)
      return HttpResponse.error()
    }),
  )
  await renderPart(<Composer />, someone())
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

test('an answer outside 2xx is told as status and body, and nothing is lost', async () => {
  network.use(http.post('*/graphql', () => HttpResponse.text('Resting', { status: 500 })))
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Kept')
  await userEvent.click(share())
  await toast('500: Resting')
  expect(field()).toHaveValue('Kept')
})

test('what the server refuses is told in its words', async () => {
  network.use(
    api.mutation('CreatePost', () =>
      HttpResponse.json({
        data: {
          createPost: {
            __typename: 'CreatePostPayload',
            post: null,
            userErrors: [{ __typename: 'UserError', message: 'That was a lot at once.' }],
          },
        },
      }),
    ),
  )
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Again')
  await userEvent.click(share())
  await toast('That was a lot at once.')
  expect(field()).toHaveValue('Again')
})

test('a draft survives a reload', async () => {
  const writer = someone()
  const { unmount } = await renderPart(<Composer />, writer)
  await userEvent.type(field(), 'Half a thought')
  unmount()
  expect(JSON.parse(localStorage.getItem(`draft:feed:${writer.id}`) ?? '{}')).toMatchObject({
    content: 'Half a thought',
  })
  await renderPart(<Composer />, writer)
  expect(field()).toHaveValue('Half a thought')
})

test('a linked picture is shared with its alternative text', async () => {
  acceptPosts()
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Image URL' }),
    'https://example.com/a.jpg',
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Alternative text' }), 'A hill')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).toMatchObject({ imageUrl: 'https://example.com/a.jpg', imageAlt: 'A hill' })
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each([
  ['Photo', 'Image URL', 'javascript:alert(1)', 'Invalid image URL'],
  ['Video', 'Video URL', 'not a link', 'Invalid video URL'],
  ['Video', 'Video URL', 'https://example.com/\u202e4pm.exe', 'Invalid video URL'],
])('%s: what is no link is refused', async (mode, label, url, words) => {
  acceptPosts()
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: mode }))
  if (mode === 'Photo') await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
  await userEvent.type(await screen.findByRole('textbox', { name: label }), url)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  await userEvent.click(share())
  await toast(words)
  expect(sent).toEqual([])
})

test('closing the attachment panel leaves a text post', async () => {
  acceptPosts()
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Just words')
  await userEvent.click(screen.getByRole('button', { name: 'Video' }))
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Video URL' }),
    'https://example.com/a.mp4',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove video' }))
  expect(screen.queryByRole('textbox', { name: 'Video URL' })).toBeNull()
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).not.toHaveProperty('videoUrl')
})

const fileInput = () => waitFor(() => screen.getByLabelText(/Choose a picture/))

test('a file that is no picture, and one that is too large, are refused before they are sent', async () => {
  await renderPart(<Composer />, someone())
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(await fileInput(), new File(['words'], 'a.txt', { type: 'text/plain' }))
  await toast('Invalid file type')
  await toast('Please select an image file')
  await user.upload(
    await fileInput(),
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
  )
  await toast('File too large')
  await toast('Please select an image smaller than 5MB')
})

test('an uploaded picture is shared by its path', async () => {
  acceptPosts()
  const url = `/media/${'a'.repeat(64)}.webp`
  network.use(
    http.post('*/api/media', () =>
      HttpResponse.json({ url, width: 8, height: 6, placeholder: 'AAAA' }, { status: 201 }),
    ),
  )
  await renderPart(<Composer />, someone())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(await fileInput(), new File(['picture'], 'a.gif', { type: 'image/gif' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Alternative text' }), 'A cat')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).toMatchObject({ imageUrl: url, imageAlt: 'A cat' })
})

test.each(['paste', 'drop'] as const)(
  'a picture can be given by %s, also while a link is being written',
  async (gesture) => {
    acceptPosts()
    const url = `/media/${'b'.repeat(64)}.webp`
    network.use(
      http.post('*/api/media', () =>
        HttpResponse.json({ url, width: 8, height: 6, placeholder: 'AAAA' }, { status: 201 }),
      ),
    )
    await renderPart(<Composer />, someone())
    await userEvent.type(field(), 'Look')
    await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
    const data = {
      files: [new File(['picture'], 'a.gif', { type: 'image/gif' })],
      types: ['Files'],
    }
    if (gesture === 'paste') fireEvent.paste(field(), { clipboardData: data })
    else fireEvent.drop(field(), { dataTransfer: data })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Alternative text' }), 'A cat')
    await userEvent.click(share())
    await toast('Your positive post has been shared! ✨')
    expect(sent[0]).toMatchObject({ imageUrl: url })
  },
)

test('an upload that fails says so and leaves the place for another', async () => {
  network.use(http.post('*/api/media', () => HttpResponse.error()))
  await renderPart(<Composer />, someone())
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(await fileInput(), new File(['picture'], 'a.gif', { type: 'image/gif' }))
  await toast('Upload failed')
  await toast('Failed to process the image')
  expect(await fileInput()).toBeInTheDocument()
})
