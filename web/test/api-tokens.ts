import type { Unmasked } from '@apollo/client/masking'
import { HttpResponse } from 'msw'
import type { TokenRow_TokenFragment } from '../features/api-token/TokenRow.generated.ts'
import { answerMutation, api } from './api.ts'
import { ada } from './data.ts'
import { network } from './network.ts'

export type TokenData = Unmasked<TokenRow_TokenFragment>

export const tokenData = (fields: Partial<TokenData> = {}): TokenData => ({
  __typename: 'ApiToken',
  id: 'token_1',
  name: 'Weather bot',
  scopes: ['read', 'write:posts'],
  createdAt: '2026-03-01T05:06:07.000Z',
  expiresAt: null,
  lastUsedAt: '2026-03-04T05:06:07.000Z',
  ...fields,
})

/** Mocks the list, and the mutations that change it. @returns the inputs that were sent */
export function mockApiTokens(tokens: TokenData[] = []) {
  const inputs: unknown[] = []
  const stored = [...tokens]
  network.use(
    api.query('ApiTokens', () =>
      HttpResponse.json({
        data: { viewer: { __typename: 'User', id: ada.id, apiTokens: [...stored] } },
      }),
    ),
    answerMutation('CreateApiToken', (input) => {
      inputs.push(input)
      const { name, scopes, expiresAt } = input as TokenData
      const apiToken = tokenData({ id: 'token_2', name, scopes, expiresAt, lastUsedAt: null })
      stored.unshift(apiToken)
      return { apiToken, secret: 'gv_secret' }
    }),
    answerMutation('RevokeApiToken', (input) => {
      inputs.push(input)
      return { apiToken: stored.shift() ?? null }
    }),
  )
  return inputs
}
