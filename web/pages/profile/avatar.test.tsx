import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { profileData } from '../../test/profile.ts'
import { renderApp } from '../../test/render.tsx'

const upload = `/media/${'a'.repeat(64)}.webp`

type Dialog = Awaited<ReturnType<typeof openDialog>>

async function openDialog() {
  mockViewer(ada)
  network.use(api.query('Profile', () => HttpResponse.json({ data: { viewer: profileData(ada) } })))
  await renderApp('/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  return within(await screen.findByRole('dialog', { name: 'Edit Profile' }))
}

test.each([
  [
    'removed',
    '',
    (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Remove photo' })),
  ],
  [
    'replaced by a link',
    'https://example.com/me.jpg',
    async (dialog: Dialog) => {
      await userEvent.click(dialog.getByLabelText('Avatar URL'))
      await userEvent.paste('https://example.com/me.jpg')
    },
  ],
])('an upload that is %s does not come back', async (_how, value, replace) => {
  const hasEnded = Promise.withResolvers<void>()
  network.use(
    http.post('*/api/media', async ({ request }) => {
      request.signal.addEventListener('abort', () => hasEnded.resolve())
      await hasEnded.promise
      return HttpResponse.json(
        { url: upload, width: 96, height: 96, placeholder: 'x' },
        { status: 201 },
      )
    }),
  )
  const dialog = await openDialog()
  await userEvent.upload(
    dialog.getByLabelText('Upload a photo'),
    new File(['x'], 'me.png', { type: 'image/png' }),
  )
  expect(await dialog.findByRole('progressbar')).toBeInTheDocument()
  await replace(dialog)
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull())
  hasEnded.resolve()
  expect(dialog.getByLabelText('Avatar URL')).toHaveValue(value)
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeEnabled()
})
