import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { useForm } from '../lib/use-form.ts'
import { TextField } from './Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import { UiProvider } from './UiProvider.tsx'

let send = () => {}
/** Whether the dialog closed under its question. */
let wasAsking = false

function NameForm({ onSent }: { onSent: () => void }) {
  const form = useForm({
    initial: { name: '' },
    schema: z.object({ name: z.string() }),
    onSubmit: async () => {
      await new Promise<void>((resolve) => {
        send = resolve
      })
    },
    onSent,
  })
  return (
    <form {...form.props}>
      <TextField {...form.field('name')} label="Name" />
    </form>
  )
}

function Page() {
  const [open, setOpen] = useState(false)
  const close = () => {
    wasAsking = screen.queryByRole('alertdialog') !== null
    setOpen(false)
  }
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      <FormDialog title="Edit name" submit="Save" open={open} onClose={close}>
        <NameForm onSent={() => setOpen(false)} />
      </FormDialog>
    </main>
  )
}

const field = () => screen.findByRole('textbox', { name: 'Name' })
const question = () => screen.findByRole('alertdialog')
const allClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

async function openAndType() {
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await userEvent.type(await field(), 'Tea')
}

/** A dialog that just opened takes no clicks yet. */
async function answer(name: string) {
  const button = within(await question()).getByRole('button', { name })
  await waitFor(() => userEvent.click(button))
}

test('a form as it was closes at once', async () => {
  render(<Page />, { wrapper: UiProvider })
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await field()
  await userEvent.keyboard('{Escape}')
  await allClosed()
})

test('typed text is kept, or discarded with the focus back at the opener', async () => {
  render(<Page />, { wrapper: UiProvider })
  await openAndType()
  await userEvent.keyboard('{Escape}')
  await answer('Keep editing')
  expect(await field()).toHaveValue('Tea')
  await userEvent.keyboard('{Escape}')
  await answer('Discard')
  await allClosed()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
  expect(wasAsking).toBe(false)
})

test('Escape of an input method neither closes the form nor asks', async () => {
  render(<Page />, { wrapper: UiProvider })
  await openAndType()
  for (const ofComposition of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(await field(), { key: 'Escape', ...ofComposition })
  await userEvent.type(await field(), '時')
  expect(await field()).toHaveValue('Tea時')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await question()
})

test('the question leaves with its form, and does not come back with the next one', async () => {
  render(<Page />, { wrapper: UiProvider })
  await openAndType()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.keyboard('{Escape}')
  await question()
  await act(async () => send())
  await allClosed()
  await openAndType()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
