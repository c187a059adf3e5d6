import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import { signInOffer } from '../../../lib/sign-in-offer.ts'
import { api } from '../../../test/api.ts'
import { acceptPosts, field, newViewer, sent, share, toast } from '../../../test/composer.ts'
import { network } from '../../../test/network.ts'
import { renderPart } from '../../../test/render.tsx'
import { Composer } from './Composer.tsx'
import { draftStore } from './draft.ts'

test('a linked photo is shared with its alternative text', async () => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Photo URL' }),
    'https://example.com/a.jpg',
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Alternative text' }), 'A hill')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).toMatchObject({ imageUrl: 'https://example.com/a.jpg', imageAlt: 'A hill' })
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each([
  ['Photo', 'Photo URL', 'javascript:alert(1)', 'Invalid image URL'],
  ['Video', 'Video URL', 'not a link', 'Invalid video URL'],
  ['Video', 'Video URL', 'https://example.com/\u202e4pm.exe', 'Invalid video URL'],
])('%s: an invalid link is refused', async (mode, label, url, message) => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: mode }))
  if (mode === 'Photo') await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
  const link = await screen.findByRole('textbox', { name: label })
  await userEvent.type(link, url)
  await waitFor(() => expect(link).toHaveAccessibleDescription(message))
  expect(link).toBeInvalid()
  await userEvent.click(share())
  await toast(message)
  expect(sent).toEqual([])
})

test('closing the attachment panel removes the attachment', async () => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
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

const fileInput = () => waitFor(() => screen.getByLabelText(/Choose a photo/))

test('a file that is not an image or too large is refused before the upload', async () => {
  await renderPart(<Composer />, newViewer())
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

test('an uploaded photo is shared by its path', async () => {
  acceptPosts()
  const url = `/media/${'a'.repeat(64)}.webp`
  network.use(
    http.post('*/api/media', () =>
      HttpResponse.json({ url, width: 8, height: 6, placeholder: 'AAAA' }, { status: 201 }),
    ),
  )
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(await fileInput(), new File(['picture'], 'a.gif', { type: 'image/gif' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Alternative text' }), 'A cat')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).toMatchObject({ imageUrl: url, imageAlt: 'A cat' })
})

test.each(['paste', 'drop'] as const)(
  'a photo can be attached by %s, also while the link tab is open',
  async (gesture) => {
    acceptPosts()
    const url = `/media/${'b'.repeat(64)}.webp`
    network.use(
      http.post('*/api/media', () =>
        HttpResponse.json({ url, width: 8, height: 6, placeholder: 'AAAA' }, { status: 201 }),
      ),
    )
    await renderPart(<Composer />, newViewer())
    await userEvent.type(field(), 'Look')
    await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
    await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
    const data = {
      files: [new File(['picture'], 'a.gif', { type: 'image/gif' })],
      types: ['Files'],
      getData: () => '',
    }
    if (gesture === 'paste') fireEvent.paste(field(), { clipboardData: data })
    else fireEvent.drop(field(), { dataTransfer: data })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Alternative text' }), 'A cat')
    await userEvent.click(share())
    await toast('Your positive post has been shared! ✨')
    expect(sent[0]).toMatchObject({ imageUrl: url })
  },
)

test('a paste from a word processor keeps its text, without the bitmap of it', async () => {
  await renderPart(<Composer />, newViewer())
  const clipboardData = {
    files: [new File(['picture'], 'image.png', { type: 'image/png' })],
    getData: (type: string) => (type === 'text/plain' ? 'Soup' : '<b>Soup</b>'),
  }
  // The browser inserts the text unless the paste is prevented.
  expect(fireEvent.paste(field(), { clipboardData })).toBe(true)
  expect(screen.queryByRole('tab')).toBeNull()
})

test('an upload goes on while the composer is closed, and is shared with the post', async () => {
  acceptPosts()
  const url = `/media/${'c'.repeat(64)}.webp`
  const uploads = { begun: 0, answer: () => {} }
  const answered = new Promise<void>((resolve) => {
    uploads.answer = resolve
  })
  network.use(
    http.post('*/api/media', async () => {
      uploads.begun++
      await answered
      return HttpResponse.json({ url, width: 8, height: 6, placeholder: 'AAAA' }, { status: 201 })
    }),
  )
  const viewer = newViewer()
  const { unmount } = await renderPart(<Composer />, viewer)
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(await fileInput(), new File(['picture'], 'a.gif', { type: 'image/gif' }))
  expect(share()).toBeDisabled()
  await waitFor(() => expect(uploads.begun).toBe(1))
  unmount()

  await renderPart(<Composer />, viewer)
  expect(
    await screen.findByRole('progressbar', { name: 'Uploading the photo' }),
  ).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Preview' })).toBeInTheDocument()
  expect(share()).toBeDisabled()
  uploads.answer()
  await waitFor(() => expect(share()).toBeEnabled())
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).toMatchObject({ content: 'Look', imageUrl: url })
})

test('a closed panel ends its upload, also one that began before the composer was closed', async () => {
  acceptPosts()
  network.use(http.post('*/api/media', () => new Promise<never>(() => {})))
  const viewer = newViewer()
  const { unmount } = await renderPart(<Composer />, viewer)
  await userEvent.type(field(), 'Just words')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(await fileInput(), new File(['picture'], 'a.gif', { type: 'image/gif' }))
  unmount()
  await renderPart(<Composer />, viewer)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove photo' }))
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]).not.toHaveProperty('imageUrl')
})

test('a failed upload shows a toast and allows another try', async () => {
  network.use(http.post('*/api/media', () => HttpResponse.error()))
  await renderPart(<Composer />, newViewer())
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.upload(await fileInput(), new File(['picture'], 'a.gif', { type: 'image/gif' }))
  await toast('Upload failed')
  await toast('Failed to process the image')
  expect(await fileInput()).toBeInTheDocument()
})

const pasted = (file: File) => ({
  clipboardData: { files: [file], types: ['Files'], getData: () => '' },
})

test('a photo that is pasted while the post is being sent is not uploaded', async () => {
  acceptPosts()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  network.use(api.mutation('CreatePost', () => finished))
  const viewer = newViewer()
  await renderPart(<Composer />, viewer)
  await userEvent.type(field(), 'Soup')
  await userEvent.click(share())
  await waitFor(() => expect(field()).toHaveAttribute('readonly'))
  const picture = new File(['picture'], 'a.gif', { type: 'image/gif' })
  expect(fireEvent.paste(field(), pasted(picture))).toBe(false)
  expect(draftStore(`feed:${viewer.id}`).upload.get().progress).toBeNull()
  finish()
  await toast('Your positive post has been shared! ✨')
})

test('a photo that is sent after the session ended offers to sign in', async () => {
  const problem = { code: 'SIGN_IN_FIRST', detail: 'Please sign in first.' }
  const init = { status: 401, headers: { 'content-type': 'application/problem+json' } }
  network.use(http.post('*/api/media', () => HttpResponse.json(problem, init)))
  await renderPart(<Composer />, newViewer())
  fireEvent.paste(field(), pasted(new File(['picture'], 'a.gif', { type: 'image/gif' })))
  await waitFor(() => expect(signInOffer.get()).toBe(true))
  signInOffer.set(false)
})

test('a file that is refused leaves the photo and its upload as they are', async () => {
  let signal: AbortSignal | undefined
  network.use(
    http.post('*/api/media', ({ request }) => {
      signal = request.signal
      return new Promise<never>(() => {})
    }),
  )
  await renderPart(<Composer />, newViewer())
  const picture = new File(['picture'], 'a.gif', { type: 'image/gif' })
  fireEvent.paste(field(), pasted(picture))
  await waitFor(() => expect(signal).toBeDefined())
  const preview = await screen.findByRole('img', { name: 'Preview' })
  const huge = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'b.png', { type: 'image/png' })
  fireEvent.paste(field(), pasted(huge))
  await toast('File too large')
  expect(screen.getByRole('progressbar', { name: 'Uploading the photo' })).toBeInTheDocument()
  expect(preview).toBeInTheDocument()
  expect(signal?.aborted).toBe(false)
})

test('a long link and a long description are not cut, but refused', async () => {
  acceptPosts()
  await renderPart(<Composer />, newViewer())
  await userEvent.type(field(), 'Look')
  await userEvent.click(screen.getByRole('button', { name: 'Photo' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Link' }))
  const link = await screen.findByRole('textbox', { name: 'Photo URL' })
  await userEvent.click(link)
  await userEvent.paste(`https://example.com/${'a'.repeat(limits.linkLength)}`)
  await waitFor(() => expect(link).toHaveAccessibleDescription('Invalid image URL'))
  await userEvent.clear(link)
  await userEvent.paste('https://example.com/a.jpg')

  const alt = screen.getByRole('textbox', { name: 'Alternative text' })
  await userEvent.click(alt)
  // Two code units, and one character.
  const longest = '🌷'.repeat(limits.imageAltLength)
  await userEvent.paste(longest)
  await userEvent.type(alt, '!')
  expect(alt).toHaveAccessibleDescription(reasons.IMAGE_ALT_TOO_LONG)
  await userEvent.click(share())
  await toast(reasons.IMAGE_ALT_TOO_LONG)
  expect(sent).toEqual([])
  await userEvent.type(alt, '{Backspace}')
  await userEvent.click(share())
  await toast('Your positive post has been shared! ✨')
  expect(sent[0]?.imageAlt).toBe(longest)
})
