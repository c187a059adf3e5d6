import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { api } from '../../test/api.ts'
import { ada, postPage } from '../../test/data.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const profileUpdated = {
  title: 'Profile updated',
  description: 'Your profile has been successfully updated.',
}
const profileFailed = {
  title: 'Error',
  description: 'Failed to update profile. Please try again.',
}
const upload = `/media/${'a'.repeat(64)}.webp`

/** Inputs of the UpdateProfile mutations. */
let sent: Record<string, unknown>[]

function serve(user: typeof ada) {
  const counts = {
    createdAt: '2026-03-04T05:06:07.000Z',
    followingCount: 0,
    followersCount: 0,
    isFollowed: false,
    followsViewer: false,
    viewerCanFollow: false,
    viewerCanEdit: true,
    posts: postPage([]),
  }
  const viewer = { ...user, bio: 'Early riser.', ...counts }
  network.use(
    api.query('Viewer', () => HttpResponse.json({ data: { viewer } })),
    api.query('Profile', () => HttpResponse.json({ data: { viewer } })),
  )
}

/** Accepts changes once `until` resolves. */
function accept(until = Promise.resolve()) {
  network.use(
    api.mutation('UpdateProfile', async ({ variables: { input } }) => {
      sent.push(input)
      await until
      const user = { ...ada, bio: 'Early riser.', ...(input as object) }
      return HttpResponse.json({
        data: { updateProfile: { __typename: 'UpdateProfilePayload', user, userErrors: [] } },
      })
    }),
  )
}

async function openDialog() {
  await renderApp('/profile')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  return within(await screen.findByRole('dialog', { name: 'Edit Profile' }))
}

const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
/** A dialog above another one takes clicks only some frames after it is shown. */
const click = (button: HTMLElement) => waitFor(() => userEvent.click(button))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function expectToast({ title, description }: { title: string; description: string }) {
  const messages = within(await toasts())
  expect(await messages.findByText(description)).toBeInTheDocument()
  expect(messages.getByText(title)).toBeInTheDocument()
}

async function type(field: HTMLElement, text: string) {
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}

beforeEach(() => {
  sent = []
  serve(ada)
})

test('is prefilled, sends only the changed fields, and closes with a toast', async () => {
  accept()
  const dialog = await openDialog()
  expect(dialog.getByLabelText('Display name')).toHaveValue('Ada Sunrise')
  expect(dialog.getByLabelText('Bio')).toHaveValue('Early riser.')
  expect(dialog.getByText('11/50')).toBeInTheDocument()
  await type(dialog.getByLabelText('Bio'), 'Late baker.')
  await save()
  await closed()
  expect(sent).toEqual([{ bio: 'Late baker.' }])
  expect(screen.getByText('Late baker.', { selector: 'p' })).toBeInTheDocument()
  await expectToast(profileUpdated)
})

test('shows a change at once and rolls it back when the server fails', async () => {
  let fail = () => {}
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  network.use(
    api.mutation('UpdateProfile', async () => {
      await failing
      return new HttpResponse(null, { status: 500 })
    }),
  )
  const dialog = await openDialog()
  await type(dialog.getByLabelText('Display name'), 'Ada Noon')
  await save()
  expect(await screen.findByRole('heading', { name: 'Ada Noon', hidden: true })).toBeInTheDocument()
  fail()
  await expectToast(profileFailed)
  expect(screen.getByRole('heading', { name: 'Ada Sunrise', hidden: true })).toBeInTheDocument()
  expect(dialog.getByLabelText('Display name')).toHaveValue('Ada Noon')
})

test('shows validation errors at the fields, and sends nothing', async () => {
  accept()
  const dialog = await openDialog()
  await type(dialog.getByLabelText('Avatar URL'), 'nowhere')
  await type(dialog.getByLabelText('Display name'), ' ')
  await type(dialog.getByLabelText('Bio'), 'x'.repeat(161))
  await save()
  expect(dialog.getByLabelText('Avatar URL')).toHaveAccessibleDescription(/Invalid image URL/)
  expect(dialog.getByLabelText('Display name')).toHaveAccessibleDescription(
    /Please enter a display name/,
  )
  expect(dialog.getByLabelText('Bio')).toHaveAccessibleDescription(
    /161\/160 .*160 characters or less/,
  )
  await waitFor(() => expect(dialog.getByLabelText('Avatar URL')).toHaveFocus())
  expect(sent).toEqual([])
})

test('shows a server error at its field', async () => {
  network.use(
    api.mutation('UpdateProfile', () => {
      const userErrors = [
        {
          __typename: 'UserError',
          reason: 'IMAGE_URL_INVALID',
          code: 'BAD_INPUT',
          field: 'avatar',
          message: 'Invalid image URL',
        },
      ]
      return HttpResponse.json({
        data: { updateProfile: { __typename: 'UpdateProfilePayload', user: null, userErrors } },
      })
    }),
  )
  const dialog = await openDialog()
  await type(dialog.getByLabelText('Avatar URL'), 'https://example.com/me.png')
  await save()
  await expectToast({ title: 'Error', description: 'Invalid image URL' })
  expect(dialog.getByLabelText('Avatar URL')).toBeInvalid()
})

test('uploads a photo and uses its path as avatar', async () => {
  accept()
  network.use(
    http.post('*/api/media', () =>
      HttpResponse.json({ url: upload, width: 96, height: 96, placeholder: 'x' }, { status: 201 }),
    ),
  )
  const dialog = await openDialog()
  await userEvent.upload(
    dialog.getByLabelText('Upload a photo'),
    new File(['x'], 'me.png', { type: 'image/png' }),
  )
  expect(await dialog.findByRole('button', { name: 'Remove photo' })).toBeInTheDocument()
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull())
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled())
  await save()
  await closed()
  expect(sent).toEqual([{ avatar: upload }])
})

test('the photo can be removed', async () => {
  serve({ ...ada, avatar: upload })
  accept()
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove photo' }))
  await save()
  await closed()
  expect(sent).toEqual([{ avatar: '' }])
})

test.each([
  [
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
    { title: 'Invalid file type', description: reasons.PICTURE_TYPE_INVALID },
  ],
  [
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'huge.png', { type: 'image/png' }),
    { title: 'File too large', description: reasons.PICTURE_TOO_LARGE },
  ],
])('refuses a file that is not an image or too large: %#', async (file, message) => {
  const dialog = await openDialog()
  await userEvent
    .setup({ applyAccept: false })
    .upload(dialog.getByLabelText('Upload a photo'), file)
  await expectToast(message)
})

test('a failed upload shows a toast', async () => {
  network.use(http.post('*/api/media', () => HttpResponse.error()))
  const dialog = await openDialog()
  await userEvent.upload(
    dialog.getByLabelText('Upload a photo'),
    new File(['x'], 'me.png', { type: 'image/png' }),
  )
  await expectToast({ title: 'Upload failed', description: reasons.PICTURE_UNREADABLE })
})

test("the demo user's name cannot be changed", async () => {
  serve({ ...ada, id: 'demo-user', displayName: 'Demo User', username: 'demouser' })
  const dialog = await openDialog()
  expect(dialog.getByLabelText('Display name')).toBeDisabled()
  expect(dialog.getByLabelText('Display name')).toHaveAccessibleDescription(
    'You can’t rename the demo user.',
  )
  expect(dialog.getByLabelText('Bio')).toBeEnabled()
})

const refuse = (reason: string) =>
  network.use(
    api.mutation('UpdateProfile', () => {
      const userErrors = [
        { __typename: 'UserError', reason, field: null, message: 'From the server' },
      ]
      return HttpResponse.json({
        data: { updateProfile: { __typename: 'UpdateProfilePayload', user: null, userErrors } },
      })
    }),
  )

test('a refusal shows its reason', async () => {
  refuse('ACCOUNT_NOT_FOUND')
  const dialog = await openDialog()
  await type(dialog.getByLabelText('Bio'), 'Late riser.')
  await save()
  await expectToast({ title: 'Error', description: reasons.ACCOUNT_NOT_FOUND })
})

test('after the session ended, the form offers to sign in and keeps what was typed', async () => {
  refuse('SIGN_IN_FIRST')
  const dialog = await openDialog()
  await type(dialog.getByLabelText('Bio'), 'Late riser.')
  await save()
  const question = await screen.findByRole('alertdialog', { name: reasons.SIGN_IN_FIRST })
  const link = within(question).getByRole('link', { name: 'Sign in' })
  expect(link).toHaveAttribute('href', '/api/login?returnTo=%2Fprofile')
  expect(link).toHaveAttribute('target', '_blank')
  await click(within(question).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(dialog.getByLabelText('Bio')).toHaveValue('Late riser.')
  accept()
  await save()
  await closed()
  expect(sent).toEqual([{ bio: 'Late riser.' }])
})

test('Escape asks before it loses what was typed', async () => {
  const dialog = await openDialog()
  await type(dialog.getByLabelText('Bio'), 'Late riser.')
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed?' })
  await click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(dialog.getByLabelText('Bio')).toHaveValue('Late riser.')
  await click(dialog.getByRole('button', { name: 'Close' }))
  await click(await screen.findByRole('button', { name: 'Discard' }))
  await closed()
})

test('Escape closes the form at once while nothing was typed', async () => {
  await openDialog()
  await userEvent.keyboard('{Escape}')
  await closed()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
