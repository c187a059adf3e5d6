import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { api } from '../../test/api.ts'
import { ada } from '../../test/data.ts'
import { network } from '../../test/network.ts'
import { renderApp } from '../../test/render.tsx'

test.each(['/nothing', '/nowhere/at/all'])(
  '%s asks whether the page was added to the router',
  async (path) => {
    network.use(api.query('Viewer', () => HttpResponse.json({ data: { viewer: ada } })))
    await renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument()
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to the good vibes' })).toHaveAttribute(
      'href',
      '/',
    )
    await expect.poll(() => document.title).toBe('Page Not Found · Good Vibes')
  },
)
