import { hydrateRoot } from 'react-dom/client'
import { UiProvider } from '../ui/UiProvider.tsx'
import { finishSignIn } from './account.ts'
import { providerIn } from './page-settings.ts'
import { SignInPage } from './SignInPage.tsx'

const root = document.getElementById('root') as HTMLElement

hydrateRoot(
  root,
  <UiProvider>
    <SignInPage provider={providerIn(root)} onSignedIn={() => location.replace(finishSignIn())} />
  </UiProvider>,
)
