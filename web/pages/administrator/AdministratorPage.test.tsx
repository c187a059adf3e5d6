import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { reasons } from '#rules/reasons.ts'
import { api } from '../../test/api.ts'
import { ada } from '../../test/data.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'
import { toasts } from '../../test/toasts.ts'

const TOKEN = '0a'.repeat(32)
let inputs: unknown[]

function mockLink(payload: object) {
  network.use(
    api.mutation('BecomeAdministrator', ({ variables }) => {
      inputs.push(variables.input)
      const __typename = 'BecomeAdministratorPayload'
      return HttpResponse.json({
        data: { becomeAdministrator: { __typename, user: null, userErrors: [], ...payload } },
      })
    }),
  )
}

beforeEach(() => {
  inputs = []
  mockViewer(ada)
})

test('opening the link changes nothing; the button makes the viewer an administrator', async () => {
  mockLink({ user: { __typename: 'User', id: ada.id, role: 'ADMIN', canInvite: true } })
  await renderApp(`/administrator/${TOKEN}`)
  const button = await screen.findByRole('button', { name: 'Make me an administrator' })
  expect(within(screen.getByRole('main')).getByText('@ada')).toBeInTheDocument()
  expect(inputs).toEqual([])
  await userEvent.click(button)
  const heading = await screen.findByRole('heading', { name: 'You’re an administrator now' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(inputs).toEqual([{ token: TOKEN }])
  expect(screen.getByRole('link', { name: 'Go to the feed' })).toHaveAttribute('href', '/')
})

test('a used or expired link says so', async () => {
  const { ADMIN_LINK_INVALID: message } = reasons
  mockLink({ userErrors: [{ __typename: 'UserError', reason: 'ADMIN_LINK_INVALID', message }] })
  await renderApp(`/administrator/${TOKEN}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Make me an administrator' }))
  const messages = within(await toasts())
  expect(await messages.findByText(message)).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Become an administrator' })).toBeInTheDocument()
})
