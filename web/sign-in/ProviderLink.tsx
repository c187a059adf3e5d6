import { chakra } from '@chakra-ui/react'
import { OIDC_START } from '#rules/oidc.ts'
import { t } from '../lib/i18n.ts'
import { signInMessages } from '../messages/sign-in.ts'
import { Button } from '../ui/Button.tsx'
import { leaveDemo, returnTo } from './account.ts'
import { OrDivider } from './OrDivider.tsx'
import { usePage } from './page-context.ts'

interface ProviderLinkProps {
  search: string
  /** The code of an invitation to sign up with. */
  invitation?: string | undefined
  withDivider?: true
}

/** Link to the OIDC provider. The server empties the prerendered one if none is configured. */
export function ProviderLink({ search, invitation, withDivider }: ProviderLinkProps) {
  const { provider } = usePage()
  const query = new URLSearchParams({
    returnTo: returnTo(search),
    ...(invitation && { invitation }),
  })
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
          '&:empty': { display: 'none' },
        }}
      >
        <a href={`${OIDC_START}?${query}`} data-provider={provider} onClick={leaveDemo}>
          {provider === '' ? '' : t(signInMessages.continueWith(provider))}
        </a>
      </Button>
      {withDivider && provider !== '' && (
        <chakra.div>
          <OrDivider />
        </chakra.div>
      )}
    </>
  )
}
