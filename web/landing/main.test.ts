import '../build/failed-start.js'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { demoStorage } from '../lib/demo-storage.ts'
import { setPageSettings } from '../test/page-settings.ts'

vi.mock('../main.tsx', () => {
  throw new TypeError('Failed to fetch')
})
vi.stubGlobal('reportError', () => {})

beforeEach(() => {
  vi.resetModules()
  setPageSettings({ demoUser: true })
  document.body.innerHTML = `<div id="root"><h1>Landing</h1></div>
    <template id="failed-start"><main class="failed-start"><button>Reload</button></main></template>`
})
afterEach(() => {
  document.body.replaceChildren()
  delete document.documentElement.dataset.hideLanding
})

test('without the client’s script, the demo user can reload the page', async () => {
  demoStorage.write('{"id":"demo-user"}')
  document.documentElement.dataset.hideLanding = ''
  await import('./main.ts')
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Landing' })).toBeNull()
  expect(document.documentElement.dataset.hideLanding).toBeUndefined()
})

test('a lost script of its own leaves the landing page as it is', async () => {
  const script = document.createElement('script')
  document.body.append(script)
  script.dispatchEvent(new Event('error'))
  expect(screen.getByRole('heading', { name: 'Landing' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
})
