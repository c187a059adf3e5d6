import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { t } from '../lib/i18n.ts'
import { signInProblems } from '../messages/provider.ts'
import { network } from '../test/network.ts'
import { onSignedIn, openPage as openBuiltPage, problemType } from '../test/sign-in.tsx'

const openPage = (address: string, provider: string | null = 'Sunny ID') =>
  openBuiltPage(`/api/login${address}`, { provider })
const providerLink = () => screen.getByRole('link', { name: 'Continue with Sunny ID' })

it.each(['', '#create-account'])('links to the provider with returnTo (%s)', (form) => {
  openPage(`?returnTo=/explore${form}`)
  expect(providerLink()).toHaveAttribute('href', '/api/auth/oidc?returnTo=%2Fexplore')
})

it('attack 37: replaces a returnTo of another origin', () => {
  openPage('?returnTo=//evil.example')
  expect(providerLink()).toHaveAttribute('href', '/api/auth/oidc?returnTo=%2F')
})

it('leaves the demo when continuing with the provider', async () => {
  localStorage.setItem('demoUser', '{}')
  const user = openPage('')
  providerLink().addEventListener('click', (event) => event.preventDefault())
  await user.click(providerLink())
  expect(localStorage.getItem('demoUser')).toBeNull()
})

it('shows no provider link without a provider', () => {
  openPage('', null)
  expect(document.body.textContent).not.toMatch(/Continue with|\{/)
  expect(document.body.innerHTML).not.toContain('{provider}')
})

it.each(Object.entries(signInProblems))('shows the provider error %s', (code, words) => {
  openPage(`?problem=${code}`)
  expect(screen.getByRole('alert')).toHaveTextContent(t(words('Sunny ID')))
})

it.each(['constructor', 'nonsense', ''])('ignores an unknown problem code (%s)', (code) => {
  openPage(`?problem=${code}`)
  expect(screen.getByRole('alert', { hidden: true })).toBeEmptyDOMElement()
})

it('asks for a username, suggests the one from the provider and can be skipped', async () => {
  const requests: unknown[] = []
  network.use(
    http.post('*/api/auth/username', async ({ request }) => {
      requests.push(await request.json())
      if (requests.length > 1) return HttpResponse.json({ username: 'ada_sunny' })
      const taken = { field: 'username', message: 'That username is taken. Try another.' }
      return HttpResponse.json(
        { detail: taken.message, errors: [taken] },
        { status: 409, headers: problemType },
      )
    }),
  )
  const user = openPage('?step=username&username=ada&returnTo=/explore')
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
  expect(requests).toEqual([{ username: 'ada' }, { username: 'ada_sunny' }])
})

it('does not suggest an invalid username', () => {
  openPage('?step=username&username=%3Cb%3E')
  expect(screen.getByLabelText('Username')).toHaveValue('')
})
