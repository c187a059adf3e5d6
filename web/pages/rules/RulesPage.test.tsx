import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { api } from '../../test/api.ts'
import { mockViewer } from '../../test/feed.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

const kind = { __typename: 'Rule', id: 'be-kind', title: 'Be kind', text: 'No *insults*.' }
const quiet = { __typename: 'Rule', id: 'nachts-leise', title: 'Nachts leise', text: '- Psst' }

function mockRules(
  fields: { rulesIntroduction?: string; rules?: (typeof kind)[]; contact?: string } = {},
) {
  const data = { rulesIntroduction: '', rules: [kind, quiet], contact: null, ...fields }
  network.use(api.query('Rules', () => HttpResponse.json({ data })))
}

async function open(path = '/rules') {
  mockViewer(null)
  await renderApp(path)
}

// First, because later tests start at the scroll position of earlier ones.
test('the address of a rule scrolls to it and focuses its heading', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  mockRules()
  await open('/rules#nachts-leise')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Nachts leise' })).toHaveFocus())
  await userEvent.click(screen.getByRole('link', { name: 'Link to “Be kind”' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Be kind' })).toHaveFocus())
  expect(scroll.mock.contexts.map((element) => (element as Element).id)).toEqual([
    'nachts-leise',
    'be-kind',
  ])
})

test('visitors read the introduction and each rule, with the bar to join', async () => {
  mockRules({ rulesIntroduction: 'A place for gardeners.' })
  await open()
  expect(await screen.findByText('A place for gardeners.')).toBeInTheDocument()
  expect(document.title).toBe('Rules · Good Vibes')
  const rule = within(screen.getByRole('region', { name: 'Be kind' }))
  expect(rule.getByRole('heading', { level: 2 })).toHaveAttribute('id', 'be-kind')
  expect(rule.getByRole('link', { name: 'Link to “Be kind”' })).toHaveAttribute(
    'href',
    '/rules#be-kind',
  )
  expect(rule.getByText('insults').tagName).toBe('EM')
  expect(
    within(screen.getByRole('region', { name: 'Nachts leise' })).getByRole('listitem'),
  ).toHaveTextContent('Psst')
  expect(screen.getAllByRole('link', { name: /^Join/ }).length).toBeGreaterThan(0)
  expect(screen.queryByRole('region', { name: 'Contact' })).toBeNull()
})

test.each([
  ['hello@vibes.example', 'mailto:hello@vibes.example'],
  ['https://vibes.example/contact', 'https://vibes.example/contact'],
])('people without an account can reach %s', async (contact, href) => {
  mockRules({ contact })
  await open()
  const link = await screen.findByRole('link', { name: contact })
  expect(link).toHaveAttribute('href', href)
})

test('an operator without rules has an empty page', async () => {
  mockRules({ rules: [] })
  await open()
  expect(await screen.findByText('This place has no written rules yet.')).toBeInTheDocument()
})

test('failed rules can be retried', async () => {
  network.use(api.query('Rules', () => new HttpResponse(null, { status: 500 })))
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  mockRules()
  await userEvent.click(again)
  expect(await screen.findByRole('region', { name: 'Be kind' })).toBeInTheDocument()
})
