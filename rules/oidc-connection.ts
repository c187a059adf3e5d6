import type { OidcProblemCode } from './oidc.ts'
import { paths } from './paths.ts'

/** Query parameter of the settings page with the result of connecting the provider. */
const PARAMETER = 'provider'
export const CONNECTED = 'connected'

/** The settings page's path with the result of connecting the provider. */
export function connectionPath(outcome: OidcProblemCode | typeof CONNECTED): string {
  return `${paths.settings}?${new URLSearchParams({ [PARAMETER]: outcome })}`
}

/** The result in the settings page's query. Not a code of `connectionPath` if people changed it. */
export const connectionResult = (search: string): string | null =>
  new URLSearchParams(search).get(PARAMETER)
