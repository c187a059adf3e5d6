import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { mockNotificationSettings, settingsData } from '../../test/notifications.ts'
import { account, mockAccountApi, openSettings, section } from '../../test/settings.ts'
import { toasts } from '../../test/toasts.ts'

const SECTION = 'Your notifications'
const kinds = { likes: true, shares: true, follows: true, replies: true, thanks: true }

async function open(notifications = settingsData()) {
  mockAccountApi()
  const { savedNotifications } = await openSettings({ notifications })
  const form = await section(SECTION)
  await form.findByRole('button', { name: 'Save' })
  return { form, saved: savedNotifications }
}

test('hours and kinds are saved', async () => {
  const { form, saved } = await open()
  expect(form.getByRole('radio', { name: /^Three times a day/ })).toBeChecked()
  expect(form.getByLabelText('Second hour')).toHaveDisplayValue('13:00')
  expect(form.getByText('Hours are in the time zone Europe/Berlin.')).toBeInTheDocument()
  await userEvent.selectOptions(form.getByLabelText('Second hour'), '12')
  await userEvent.click(form.getByRole('checkbox', { name: 'Shares' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await within(await toasts()).findByText('Notifications saved')).toBeInTheDocument()
  const delivery = 'THREE_TIMES_A_DAY'
  expect(saved).toEqual([
    { ...kinds, delivery, hours: [8, 12, 19], shares: false, weeklyEmail: false },
  ])
})

test('once a day has one hour, as it happens has none', async () => {
  const { form, saved } = await open()
  await userEvent.click(form.getByRole('radio', { name: /^Once a day/ }))
  expect(form.queryByLabelText('Second hour')).toBeNull()
  await userEvent.selectOptions(form.getByLabelText('Hour'), '7')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ delivery: 'DAILY', hours: [7] })
  await userEvent.click(form.getByRole('radio', { name: /^As it happens/ }))
  expect(form.queryByRole('combobox')).toBeNull()
  await waitFor(() =>
    expect(form.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy', 'true'),
  )
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(saved[1]).toEqual({ ...kinds, delivery: 'AS_IT_HAPPENS', weeklyEmail: false })
})

test('the same hour twice is an error of the form', async () => {
  const { form, saved } = await open()
  await userEvent.selectOptions(form.getByLabelText('Second hour'), '8')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(reasons.HOURS_INVALID)).toBeInTheDocument()
  expect(saved).toEqual([])
})

test('another device’s time zone is stored only when chosen', async () => {
  const { form, saved } = await open(settingsData({ timeZone: 'Pacific/Auckland' }))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await userEvent.click(form.getByRole('checkbox', { name: /^Use this device’s time zone/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ timeZone })
})

test('the weekly email is there only where the server sends email', async () => {
  account.email = { ...account.email, canVerify: false }
  const { form } = await open()
  expect(form.queryByRole('checkbox', { name: /^A weekly email/ })).toBeNull()
})

test('the weekly email can be turned on', async () => {
  const { form, saved } = await open()
  await userEvent.click(await form.findByRole('checkbox', { name: /^A weekly email/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({ weeklyEmail: true })
})

test('a rejected change shows its reason', async () => {
  const { form } = await open()
  const message = reasons.HOURS_INVALID
  const error = { __typename: 'UserError', reason: 'HOURS_INVALID', message, field: 'hours' }
  mockNotificationSettings(settingsData(), [error])
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(message)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('First hour')).toHaveFocus())
})
