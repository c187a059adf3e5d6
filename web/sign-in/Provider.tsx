import { chakra } from '@chakra-ui/react'
import { CONTINUE_WITH, OIDC_START, PROVIDER_NAME } from '#rules/oidc.ts'
import { Button } from '../ui/Button.tsx'
import { Or } from './Or.tsx'

/** The way to the operator's provider. Where there is none, the server leaves it empty. */
export function Provider({ or }: { or?: true }) {
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
      {or && (
        <chakra.div css={{ '[data-provider]:empty + &': hidden }}>
          <Or />
        </chakra.div>
      )}
    </>
  )
}

const hidden = { display: 'none' }
