import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { network } from '../../test/network.ts'
import {
  account,
  assign,
  clickButton,
  mockAccountApi,
  openSettings,
  PASSWORD_WRONG,
} from '../../test/settings.ts'

test('an account is deleted only with its password', async () => {
  mockAccountApi()
  await openSettings()
  await clickButton('Delete account')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY)
  expect(account.sent).toEqual([])

  mockAccountApi({
    'POST /delete-account': [
      403,
      { detail: PASSWORD_WRONG, errors: [{ field: 'password', message: PASSWORD_WRONG }] },
    ],
  })
  await userEvent.type(dialog.getByLabelText('Password'), 'a guess')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() =>
    expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(PASSWORD_WRONG),
  )
  expect(assign).not.toHaveBeenCalled()

  mockAccountApi()
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'sunny day 1')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
  expect(account.sent.at(-1)).toEqual(['POST /delete-account', { password: 'sunny day 1' }])
  // Other tabs hear of it.
  expect(localStorage.getItem('account')).toBe('')
})

test('while the account is being deleted, nothing says that it can be kept', async () => {
  const answer = Promise.withResolvers<void>()
  mockAccountApi()
  network.use(
    http.post('*/api/auth/delete-account', async () => {
      await answer.promise
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await openSettings()
  await clickButton('Delete account')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
  const keep = dialog.getByRole('button', { name: 'Keep my account' })
  await userEvent.type(dialog.getByLabelText('Password'), 'sunny day 1')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }))
  expect(await dialog.findByText('We’re deleting your account…')).toBeInTheDocument()
  expect(keep).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
  expect(dialog.getByLabelText('Password')).toHaveValue('sunny day 1')
  answer.resolve()
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
})
