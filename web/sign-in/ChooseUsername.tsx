import { chakra } from '@chakra-ui/react'
import { paths } from '#rules/paths.ts'
import { UsernameField } from './AuthField.tsx'
import { AuthForm, AuthLink } from './AuthForm.tsx'

/** Shown after the first sign-in with the OIDC provider. */
export function ChooseUsername() {
  return (
    <template id="username-form" data-title="Choose a username">
      <AuthForm
        title="Choose a username"
        header={
          <chakra.p textStyle="body" color="muted">
            Others find you by it. You need one to share or like posts.
          </chakra.p>
        }
        button="Save username"
        footer={
          <AuthLink href={paths.home} data-skip>
            Not now
          </AuthLink>
        }
      >
        <UsernameField />
      </AuthForm>
    </template>
  )
}
