import { chakra } from '@chakra-ui/react'
import { CONTINUE_WITH, OIDC_START, PROVIDER_NAME } from '#rules/oidc.ts'
import { Button } from '../ui/Button.tsx'
import { OrDivider } from './OrDivider.tsx'

/** Link to the OIDC provider. The server empties it if no provider is configured. */
export function ProviderLink({ withDivider }: { withDivider?: true }) {
  return (
    <>
      <Button
        asChild
        variant="outline"
        shape="wide"
        css={{
          overflowWrap: 'anywhere',
          whiteSpace: 'normal',
          textAlign: 'center',
          '&:empty': hidden,
        }}
      >
        <a href={OIDC_START} data-provider={PROVIDER_NAME}>
          {CONTINUE_WITH}
        </a>
      </Button>
      {withDivider && (
        <chakra.div css={{ '[data-provider]:empty + &': hidden }}>
          <OrDivider />
        </chakra.div>
      )}
    </>
  )
}

const hidden = { display: 'none' }
