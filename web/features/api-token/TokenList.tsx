import type { FragmentType } from '@apollo/client'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { Muted } from '../../ui/Muted.tsx'
import { RevokeTokenDialog } from './RevokeTokenDialog.tsx'
import type { TokenRow_TokenFragment } from './TokenRow.generated.ts'
import { TokenRow } from './TokenRow.tsx'

interface TokenListProps {
  tokens: readonly (FragmentType<TokenRow_TokenFragment> & { id: string })[]
}

/** The viewer's tokens, newest first. */
export function TokenList({ tokens }: TokenListProps) {
  const [revoking, setRevoking] = useState<{ token: TokenRow_TokenFragment; open: boolean } | null>(
    null,
  )
  if (tokens.length === 0) return <Muted>{t(apiTokenMessages.none)}</Muted>
  return (
    <div>
      <ul aria-label={t(apiTokenMessages.list)}>
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            onRevoke={(token) => setRevoking({ token, open: true })}
          />
        ))}
      </ul>
      {revoking && (
        <RevokeTokenDialog
          {...revoking}
          onClose={() => setRevoking({ ...revoking, open: false })}
        />
      )}
    </div>
  )
}
