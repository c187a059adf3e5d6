import type { FragmentType } from '@apollo/client'
import { chakra } from '@chakra-ui/react'
import { fullDate } from '../../lib/dates.ts'
import { t } from '../../lib/i18n.ts'
import { apiTokenMessages } from '../../messages/api-tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { SettingsRow } from '../auth/SettingsSection.tsx'
import { type TokenRow_TokenFragment, useTokenRow_TokenFragment } from './TokenRow.generated.ts'

interface TokenRowProps {
  token: FragmentType<TokenRow_TokenFragment>
  onRevoke: (token: TokenRow_TokenFragment) => void
}

/** A token: its name, what it can do, its last use and its end. */
export function TokenRow({ token: reference, onRevoke }: TokenRowProps) {
  const token = useTokenRow_TokenFragment(reference)
  const { name, scopes, lastUsedAt } = token
  return (
    <SettingsRow>
      <chakra.div flex="1" minW="14rem">
        <chakra.p textStyle="name" overflowWrap="anywhere">
          <bdi>{name}</bdi>
        </chakra.p>
        <chakra.p textStyle="meta" color="muted" overflowWrap="anywhere">
          {scopes.length > 0 ? scopes.join(', ') : t(apiTokenMessages.publicOnly)}
          <br />
          {t(
            lastUsedAt
              ? apiTokenMessages.lastUsed(fullDate(new Date(lastUsedAt)))
              : apiTokenMessages.neverUsed,
          )}
          <br />
          {expiryText(token)}
        </chakra.p>
      </chakra.div>
      <Button
        variant="ghost"
        me="-3"
        aria-label={t(apiTokenMessages.revokeNamed(name))}
        onClick={() => onRevoke(token)}
      >
        {t(apiTokenMessages.revoke)}
      </Button>
    </SettingsRow>
  )
}

function expiryText({ expiresAt }: TokenRow_TokenFragment): string {
  if (expiresAt === null) return t(apiTokenMessages.noExpiry)
  const end = new Date(expiresAt)
  const { until, expired } = apiTokenMessages
  return t(end.getTime() > Date.now() ? until(fullDate(end)) : expired(fullDate(end)))
}
