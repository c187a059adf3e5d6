import { ChakraProvider } from '@chakra-ui/react'
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { oidcProblems, withProvider } from '#rules/oidc.ts'
import { network } from '../test/setup.ts'
import { designSystem } from '../ui/system.ts'
import { SignInPage } from './SignInPage.tsx'
import { start } from './sign-in.ts'

const built = renderToStaticMarkup(
  <ChakraProvider value={designSystem()}>
    <SignInPage />
  </ChakraProvider>,
)
const onSignedIn = vi.fn<() => void>()
beforeEach(() => onSignedIn.mockReset())

function open(address: string, name: string | null = 'Sunny ID') {
  history.replaceState(null, '', `/api/login${address}`)
  document.body.innerHTML = withProvider(built, name)
  start(onSignedIn)
  return userEvent.setup()
}

const way = () => screen.getByRole('link', { name: 'Continue with Sunny ID' })

it.each(['', '#create-account'])(
  'leads to the provider, and back to where somebody wanted to be (%s)',
  (form) => {
    open(`?returnTo=/explore${form}`)
    expect(way()).toHaveAttribute('href', '/api/auth/oidc?returnTo=%2Fexplore')
  },
)

it('attack 37: leads nowhere else afterwards', () => {
  open('?returnTo=//evil.example')
  expect(way()).toHaveAttribute('href', '/api/auth/oidc?returnTo=%2F')
})

it('ends the time of the demo user', async () => {
  localStorage.setItem('demoUser', '{}')
  const user = open('')
  way().addEventListener('click', (event) => event.preventDefault())
  await user.click(way())
  expect(localStorage.getItem('demoUser')).toBeNull()
})

it('has nothing of a provider where there is none', () => {
  open('', null)
  expect(document.body.textContent).not.toMatch(/Continue with|\{/)
  expect(document.body.innerHTML).not.toContain('{provider}')
})

it.each(Object.entries(oidcProblems))('says what went wrong there: %s', (code, words) => {
  open(`?problem=${code}`)
  expect(screen.getByRole('alert')).toHaveTextContent(words('Sunny ID'))
})

it.each(['constructor', 'nonsense', ''])('says nothing of what can be no problem (%s)', (code) => {
  open(`?problem=${code}`)
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

it('asks for a username, suggests the one that somebody has elsewhere, and can be put off', async () => {
  const sent: unknown[] = []
  network.use(
    http.post('*/api/auth/username', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length > 1) return HttpResponse.json({})
      const taken = { field: 'username', message: 'That username is taken. Try another.' }
      return HttpResponse.json({ detail: taken.message, errors: [taken] }, { status: 409 })
    }),
  )
  const user = open('?step=username&username=ada&returnTo=/explore')
  expect(screen.getByRole('heading', { name: 'Choose a username' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Not now' })).toHaveAttribute('href', '/explore')
  const field = screen.getByLabelText('Username')
  expect(field).toHaveValue('ada')
  await user.click(screen.getByRole('button', { name: 'Save username' }))
  await waitFor(() =>
    expect(field).toHaveAccessibleDescription('That username is taken. Try another.'),
  )
  expect(onSignedIn).not.toHaveBeenCalled()
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Save username' }))
  expect(field).toBeInvalid()
  await user.type(field, 'ada_sunny')
  await user.click(screen.getByRole('button', { name: 'Save username' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ username: 'ada' }, { username: 'ada_sunny' }])
})

it('suggests nothing that could not be a username', () => {
  open('?step=username&username=%3Cb%3E')
  expect(screen.getByLabelText('Username')).toHaveValue('')
})
