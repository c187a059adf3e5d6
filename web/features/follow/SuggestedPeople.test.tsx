import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada, type PersonData, personData } from '../../test/data.ts'
import { network } from '../../test/network.ts'
import { renderPart } from '../../test/render.tsx'
import SuggestedPeople from './SuggestedPeople.tsx'

function mockSuggestions(...suggestedUsers: PersonData[]) {
  network.use(api.query('SuggestedPeople', () => HttpResponse.json({ data: { suggestedUsers } })))
}

test('suggestions are a list of people with a button to follow each', async () => {
  mockSuggestions(personData(), personData({ id: 'user_cy', displayName: 'Cy', username: 'cy' }))
  await renderPart(<SuggestedPeople />, ada)
  expect(await screen.findByRole('heading', { name: 'People to follow' })).toBeInTheDocument()
  const [first, second] = await screen.findAllByRole('listitem')
  const row = within(first as HTMLElement)
  expect(row.getByRole('link', { name: 'Bo Berg' })).toHaveAttribute('href', '/profile/bo')
  expect(row.getByText('@bo')).toBeInTheDocument()
  expect(row.getByText('Early riser.')).toBeInTheDocument()
  expect(row.getByRole('button', { name: 'Follow Bo Berg' })).toHaveTextContent('Follow')
  expect(second).toHaveTextContent('@cy')
})

test('without suggestions there is no heading', async () => {
  mockSuggestions()
  await renderPart(<SuggestedPeople />, ada)
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(screen.queryByRole('list')).toBeNull()
})

test('failed suggestions can be retried', async () => {
  network.use(api.query('SuggestedPeople', () => new HttpResponse(null, { status: 500 })))
  await renderPart(<SuggestedPeople />, ada)
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockSuggestions(personData())
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: 'Bo Berg' })).toBeInTheDocument()
})

test('visitors see people without buttons to follow them', async () => {
  mockSuggestions(personData({ viewerCanFollow: false }))
  await renderPart(<SuggestedPeople />, null)
  expect(await screen.findByRole('link', { name: 'Bo Berg' })).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})
