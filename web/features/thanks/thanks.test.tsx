import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { demoUser } from '#rules/demo-user.ts'
import { limits } from '#rules/limits.ts'
import { reasons } from '#rules/reasons.ts'
import { afterNextPaint } from '../../lib/after-next-paint.ts'
import { api, type ErrorData } from '../../test/api.ts'
import { ada, bo, personState, postData } from '../../test/data.ts'
import { mockFeed, mockViewer } from '../../test/feed.ts'
import { chooseMenuItem } from '../../test/menu.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const person = { ...bo, ...personState }

/** Mocks the mutation, and collects its inputs. */
function mockThanks(userErrors: ErrorData[] = []) {
  const inputs: unknown[] = []
  const thanks = userErrors.length > 0 ? null : { __typename: 'Thanks', id: 'thanks_1' }
  network.use(
    api.mutation('SendThanks', ({ variables }) => {
      inputs.push(variables.input)
      const payload = { __typename: 'SendThanksPayload', thanks, userErrors }
      return HttpResponse.json({ data: { sendThanks: payload } })
    }),
  )
  return inputs
}

async function openMenu(viewer = ada, author = bo) {
  mockViewer(viewer)
  network.use(api.query('PersonEntries', () => HttpResponse.json({ data: { user: person } })))
  mockFeed([postData({ author })])
  await renderApp('/')
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  await screen.findByRole('menuitem', { name: 'Liked by…' })
}

async function openDialog() {
  await openMenu()
  await chooseMenuItem('Say thanks')
  return within(await screen.findByRole('dialog', { name: 'Say thanks' }))
}

test('the author of a post is thanked by its menu', async () => {
  const inputs = mockThanks()
  const dialog = await openDialog()
  const field = dialog.getByLabelText('Your thanks')
  await userEvent.type(field, 'You made my day.')
  expect(dialog.getByTestId('character-counter')).toHaveTextContent('16/280')
  await userEvent.click(dialog.getByRole('button', { name: 'Send thanks' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Your thanks are sent')).toBeInTheDocument()
  expect(inputs).toEqual([{ postId: 'post_1', text: 'You made my day.' }])
  await waitFor(() => expect(screen.getByRole('button', { name: 'More options' })).toHaveFocus())
})

test('empty and too long thanks are not sent', async () => {
  const inputs = mockThanks()
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Send thanks' }))
  expect(await dialog.findByText(reasons.THANKS_EMPTY)).toBeInTheDocument()
  const field = dialog.getByLabelText('Your thanks')
  await waitFor(() => expect(field).toHaveFocus())
  await userEvent.click(field)
  await userEvent.paste('a'.repeat(limits.thanksLength + 1))
  await userEvent.click(dialog.getByRole('button', { name: 'Send thanks' }))
  expect(await dialog.findByText(reasons.THANKS_TOO_LONG)).toBeInTheDocument()
  expect(inputs).toEqual([])
})

test.each(['THANKS_SENT', 'THANKS_OFF'] as const)(
  'rejected thanks stay in the dialog, with a sentence: %s',
  async (reason) => {
    const message = reasons[reason]
    mockThanks([{ __typename: 'UserError', reason, message, field: 'postId' }])
    const dialog = await openDialog()
    await userEvent.type(dialog.getByLabelText('Your thanks'), 'Again')
    await userEvent.click(dialog.getByRole('button', { name: 'Send thanks' }))
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(dialog.getByLabelText('Your thanks')).toHaveValue('Again')
  },
)

test.each([
  ['own posts', ada, ada],
  ['the demo user', { ...ada, id: demoUser.id }, bo],
])('there are no thanks for %s', async (_name, viewer, author) => {
  await openMenu(viewer, author)
  expect(screen.queryByRole('menuitem', { name: 'Say thanks' })).toBeNull()
})

test('an answer that arrives late leaves the dialog open that was opened again', async () => {
  const answer = Promise.withResolvers<void>()
  network.use(
    api.mutation('SendThanks', async () => {
      await answer.promise
      const thanks = { __typename: 'Thanks', id: 'thanks_1' }
      const payload = { __typename: 'SendThanksPayload', thanks, userErrors: [] }
      return HttpResponse.json({ data: { sendThanks: payload } })
    }),
  )
  const dialog = await openDialog()
  await userEvent.type(dialog.getByLabelText('Your thanks'), 'You made my day.')
  await userEvent.click(dialog.getByRole('button', { name: 'Send thanks' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'More options' }))
  await chooseMenuItem('Say thanks')
  const again = await screen.findByRole('dialog', { name: 'Say thanks' })
  await userEvent.type(within(again).getByLabelText('Your thanks'), 'And the week.')
  answer.resolve()
  expect(await screen.findByText('Your thanks are sent')).toBeInTheDocument()
  await act(afterNextPaint)
  expect(again).toHaveAttribute('data-state', 'open')
  expect(within(again).getByLabelText('Your thanks')).toHaveValue('And the week.')
})
