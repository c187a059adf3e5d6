import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { UiProvider } from '../ui/UiProvider.tsx'
import { Gallery } from './Gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

createRoot(root).render(
  <UiProvider>
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>
  </UiProvider>,
)
