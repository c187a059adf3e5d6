import type { Settings } from '#api/settings/settings.ts'
import { demoUser } from '#rules/demo-user.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * The headers that the middleware sets on every caller-dependent response: name, value, name, value
 * …
 */
export function fixedHeaders(settings: Settings): string[] {
  const headers = new Map<string, string>()
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader() {},
  }
  securityHeaders(settings)({} as never, response as never, () => {})
  return [...headers]
    .flat()
    .concat(
      'Cache-Control',
      'private, no-store',
      'Vary',
      `Cookie, Authorization, ${demoUser.header}, Accept-Encoding`,
    )
}
