import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { useStore } from '../../../lib/store.ts'
import { api } from '../../../test/api.ts'
import { acceptPosts, field, newViewer, sent, share, toast } from '../../../test/composer.ts'
import { network } from '../../../test/network.ts'
import { renderPart } from '../../../test/render.tsx'
import { Composer } from './Composer.tsx'
import { draftStore, inputOf } from './draft.ts'

const stored = {
  content: 'Written in another tab',
  media: 'text',
  imageUrl: '',
  imageAlt: '',
  upload: null,
  videoUrl: '',
}

/** Stores a draft as another tab does; null removes it. */
function writeElsewhere(key: string, draft: object | null) {
  if (draft) localStorage.setItem(key, JSON.stringify(draft))
  else localStorage.removeItem(key)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** The composer of a new account, and where its draft is stored. */
async function openComposer() {
  const viewer = newViewer()
  const page = await renderPart(<Composer />, viewer)
  return { key: `draft:feed:${viewer.id}`, ...page }
}

/** Loses the answers to posts. Returns the keys of the requests. */
function loseAnswers() {
  const keys: unknown[] = []
  network.use(
    api.mutation('CreatePost', ({ variables }) => {
      keys.push(variables.input.clientKey)
      return HttpResponse.error()
    }),
  )
  return keys
}

const lost = () => toast('Failed to create post. Please try again.')
const shared = () => toast('Your positive post has been shared! ✨')

test('a stored draft is read', async () => {
  function Content() {
    return <p>{useStore(draftStore('dialog:user_1')).content}</p>
  }
  localStorage.setItem('draft:dialog:user_1', JSON.stringify(stored))
  render(<Content />)
  expect(await screen.findByText('Written in another tab')).toBeInTheDocument()
})

test('a reload keeps the key of a lost answer, and only for what was sent with it', async () => {
  const keys = loseAnswers()
  const { key, unmount } = await openComposer()
  await userEvent.type(field(), 'Soup')
  await userEvent.click(share())
  await lost()
  const attempted = JSON.parse(localStorage.getItem(key) ?? '')
  expect(attempted.attempt.clientKey).toBe(keys[0])
  unmount()

  // A reloaded page starts with what is stored.
  const again = await openComposer()
  writeElsewhere(again.key, attempted)
  await waitFor(() => expect(field()).toHaveValue('Soup'))
  acceptPosts()
  await userEvent.click(share())
  await shared()
  expect(sent[0]?.clientKey).toBe(keys[0])
  expect(localStorage.getItem(again.key)).toBeNull()
})

test('a tab that has not heard of another’s attempt yet sends its key', () => {
  const draft = draftStore('unheard')
  draft.change({ content: 'Soup' })
  const input = JSON.stringify(inputOf(draft.get()))
  const attempt = { clientKey: 'of the other tab', input }
  localStorage.setItem('draft:unheard', JSON.stringify({ ...draft.get(), attempt }))
  expect(draft.keyFor(input)).toBe('of the other tab')
})

test('any change of what is sent gets a new key', () => {
  const draft = draftStore('keys')
  const key = () => draft.keyFor(JSON.stringify(inputOf(draft.get())))
  const keys = [
    { content: 'Soup' },
    { media: 'image' as const, imageUrl: 'https://example.org/soup.png' },
    { imageUrl: 'https://example.org/bread.png' },
    { imageAlt: 'Bread' },
    { media: 'video' as const, videoUrl: 'https://example.org/soup' },
  ].map((change) => {
    draft.change(change)
    const first = key()
    expect(key()).toBe(first)
    return first
  })
  expect(new Set(keys).size).toBe(keys.length)
})

test('any change of the text gets a new key', async () => {
  const keys = loseAnswers()
  await openComposer()
  for (const [index, change] of ['Soup', '!', '{Backspace}'].entries()) {
    await userEvent.type(field(), change)
    await userEvent.click(share())
    await waitFor(() => expect(keys).toHaveLength(index + 1))
    await waitFor(() => expect(share()).toBeEnabled())
  }
  expect(new Set(keys).size).toBe(3)
})

test('a key that belongs to another post never blocks the composer', async () => {
  const keys: unknown[] = []
  acceptPosts()
  network.use(
    api.mutation('CreatePost', ({ variables }) => {
      keys.push(variables.input.clientKey)
      if (keys.length > 1) return
      const reused = { reason: 'IDEMPOTENCY_KEY_REUSED', message: 'from the server' }
      const userErrors = [{ __typename: 'UserError', ...reused }]
      const createPost = { __typename: 'CreatePostPayload', post: null, userErrors }
      return HttpResponse.json({ data: { createPost } })
    }),
  )
  await openComposer()
  await userEvent.type(field(), 'Soup')
  await userEvent.click(share())
  await shared()
  expect(sent).toHaveLength(1)
  expect(keys).toHaveLength(2)
  expect(keys[1]).not.toBe(keys[0])
  expect(screen.queryByText('from the server')).toBeNull()
})

test('a draft is the same in all tabs, and gone in all when one has shared it', async () => {
  const { key } = await openComposer()
  await userEvent.type(field(), 'Soup')
  writeElsewhere(key, { ...stored, content: 'Soup and bread' })
  await waitFor(() => expect(field()).toHaveValue('Soup and bread'))
  writeElsewhere(key, null)
  await waitFor(() => expect(field()).toHaveValue(''))
})

test('what another tab writes while this one shares stays', async () => {
  const { key } = await openComposer()
  acceptPosts()
  network.use(
    api.mutation('CreatePost', ({ variables }) => {
      // The tab hears of it later.
      const { clientKey, ...input } = variables.input
      const attempt = { clientKey, input: JSON.stringify(input) }
      localStorage.setItem(key, JSON.stringify({ ...stored, content: 'Bread', attempt }))
    }),
  )
  await userEvent.type(field(), 'Soup')
  await userEvent.click(share())
  await shared()
  await waitFor(() => expect(field()).toHaveValue('Bread'))
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ ...stored, content: 'Bread' })
})

test('an attempt of another tab keeps its key while this one shares', async () => {
  const { key } = await openComposer()
  acceptPosts()
  const attempt = { clientKey: 'of the other tab', input: '{"content":"Bread"}' }
  network.use(
    api.mutation('CreatePost', () => {
      localStorage.setItem(key, JSON.stringify({ ...stored, content: 'Bread', attempt }))
    }),
  )
  await userEvent.type(field(), 'Soup')
  await userEvent.click(share())
  await shared()
  await waitFor(() => expect(field()).toHaveValue('Bread'))
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ attempt })
})

test('a photo whose upload a reload ended is not left out silently', async () => {
  const { key } = await openComposer()
  acceptPosts()
  writeElsewhere(key, { ...stored, content: 'Soup', media: 'image', isUploading: true })
  const unfinished = 'Your photo isn’t uploaded yet. Please wait, or choose it again.'
  await screen.findByText(unfinished)
  await userEvent.click(share())
  await toast(unfinished)
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
  await userEvent.click(share())
  await shared()
  expect(sent).toHaveLength(1)
})

test('another tab’s choice ends the upload of this one', async () => {
  network.use(http.post('*/api/media', () => new Promise<never>(() => {})))
  acceptPosts()
  const { key } = await openComposer()
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(
    await waitFor(() => screen.getByLabelText(/Choose a photo/)),
    new File(['picture'], 'a.gif', { type: 'image/gif' }),
  )
  expect(share()).toBeDisabled()
  const imageUrl = 'https://example.com/a.jpg'
  writeElsewhere(key, { ...stored, content: 'Soup', media: 'image', imageUrl })
  await waitFor(() => expect(share()).toBeEnabled())
  await userEvent.click(share())
  await shared()
  expect(sent[0]).toMatchObject({ content: 'Soup', imageUrl })
})

test('where storage is blocked, what was written while another post was sent stays', () => {
  const blocked = (['getItem', 'setItem', 'removeItem'] as const).map((method) =>
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError')
    }),
  )
  const draft = draftStore('blocked')
  draft.change({ content: 'Soup' })
  const shared = draft.get()
  draft.change({ content: 'Bread' })
  draft.removeShared(shared)
  expect(draft.get()).toMatchObject({ content: 'Bread' })
  draft.removeShared(draft.get())
  expect(draft.get()).toMatchObject({ content: '' })
  for (const each of blocked) each.mockRestore()
})

test('a draft that was emptied leaves the storage, with its attempt it stays', async () => {
  const { key } = await openComposer()
  await userEvent.type(field(), 'Soup')
  expect(localStorage.getItem(key)).not.toBeNull()
  await userEvent.clear(field())
  expect(localStorage.getItem(key)).toBeNull()

  loseAnswers()
  await userEvent.type(field(), 'Soup')
  await userEvent.click(share())
  await lost()
  await userEvent.clear(field())
  expect(localStorage.getItem(key)).not.toBeNull()
})

test('however many drafts are opened, the page listens to the storage once', () => {
  draftStore('reply:post_1:user_1')
  const listen = vi.spyOn(window, 'addEventListener')
  draftStore('reply:post_2:user_1')
  draftStore('reply:post_3:undefined')
  expect(listen).not.toHaveBeenCalled()
  listen.mockRestore()
})
