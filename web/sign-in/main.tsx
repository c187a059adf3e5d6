import { hydrateRoot } from 'react-dom/client'
import { UiProvider } from '../ui/UiProvider.tsx'
import { finishSignIn, requireCookie } from './account.ts'
import { stateIn } from './page-context.ts'
import { SignInPage } from './SignInPage.tsx'

const root = document.getElementById('root') as HTMLElement

async function leave() {
  await requireCookie()
  location.replace(finishSignIn())
}

hydrateRoot(
  root,
  <UiProvider>
    <SignInPage {...stateIn(root)} onSignedIn={leave} />
  </UiProvider>,
)
