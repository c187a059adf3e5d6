/** Whether a request target is the GraphQL endpoint, as Express matches it. */
export function isGraphql(url: string): boolean {
  return /^\/graphql(?=[/?]|$)/i.test(url)
}
