import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { reasons } from '#rules/reasons.ts'
import { TextField } from '../ui/Field.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { ApiError } from './api-error.ts'
import { useForm } from './use-form.ts'

const onSubmit = vi.fn<(values: { name: string; password: string }) => Promise<void>>()
beforeEach(() => onSubmit.mockReset().mockResolvedValue())

const schema = z.object({
  name: z.string().check(z.minLength(1, 'Give it a name.')),
  password: z.string().check(z.minLength(1, 'PASSWORD_EMPTY')),
})

function Form() {
  const form = useForm({ initial: { name: '', password: '' }, schema, onSubmit })
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label="Name" hint="Any name." />
      <TextField {...form.field('password')} label="Password" />
      <p role="alert">{form.error}</p>
      <button type="submit">Save</button>
    </form>
  )
}

const name = () => screen.getByLabelText('Name')
const password = () => screen.getByLabelText('Password')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

async function open() {
  render(
    <UiProvider>
      <Form />
    </UiProvider>,
  )
}

async function fillIn() {
  await userEvent.type(name(), 'Tea')
  await userEvent.type(password(), 'warm')
}

test('shows what is wrong at the fields, in words, and focuses the first', async () => {
  await open()
  expect(name()).toHaveAccessibleDescription('Any name.')
  await save()
  expect(name()).toHaveAccessibleDescription('Give it a name.')
  expect(password()).toHaveAccessibleDescription(reasons.PASSWORD_EMPTY)
  expect(name()).toBeInvalid()
  await waitFor(() => expect(name()).toHaveFocus())
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.type(name(), 'T')
  expect(name()).toBeValid()
  expect(password()).toBeInvalid()
})

test('sends once at a time', async () => {
  let finish = () => {}
  onSubmit.mockReturnValue(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  await open()
  await fillIn()
  await save()
  await save()
  expect(onSubmit.mock.calls).toEqual([[{ name: 'Tea', password: 'warm' }]])
  await act(async () => finish())
  await save()
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

test('shows the errors of the server at their fields, others for the form', async () => {
  onSubmit.mockRejectedValueOnce(
    new ApiError({ status: 409, detail: 'Taken', fields: { name: 'That name is taken.' } }),
  )
  await open()
  await fillIn()
  await save()
  expect(name()).toHaveAccessibleDescription('That name is taken.')
  await waitFor(() => expect(name()).toHaveFocus())
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()

  onSubmit.mockRejectedValueOnce(
    new ApiError({ status: 429, detail: 'Too fast.', fields: { elsewhere: 'Hm.' } }),
  )
  await save()
  expect(screen.getByRole('alert')).toHaveTextContent('Too fast.')
  await waitFor(() => expect(password()).toHaveFocus())
  await save()
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})
