import { chakra } from '@chakra-ui/react'
import { paths } from '#rules/paths.ts'
import { UsernameField } from './Field.tsx'
import { Frame, Link } from './Frame.tsx'

/** The step of whoever came by way of the provider for the first time; it waits in a template. */
export function ChooseUsername() {
  return (
    <template id="username-form" data-title="Choose a username">
      <Frame
        title="Choose a username"
        first={
          <chakra.p textStyle="body" color="muted">
            It is how others find you, and you need one before you share or like anything.
          </chakra.p>
        }
        button="Save username"
        other={
          <Link href={paths.home} data-later>
            Not now
          </Link>
        }
      >
        <UsernameField />
      </Frame>
    </template>
  )
}
