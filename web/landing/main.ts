import { isDemo } from '../features/demo/demo-storage.ts'

/** The page is complete as it came. Where this browser acts as the demo user, the client takes the page's place. */
async function enter() {
  try {
    await import('../main.tsx')
  } finally {
    delete document.documentElement.dataset.entering
  }
}

if (isDemo()) enter()
