interface Guide {
  /** Relative to /api. */
  path: string
  file: URL
  title: string
  /** What it is for. */
  about: string
}

const docs = (file: string) => new URL(`../../docs/${file}`, import.meta.url)

/** Pages of the documentation that every installation serves, as Markdown. */
export const guides: readonly Guide[] = [
  {
    path: '/docs/rest.md',
    file: docs('api/rest.md'),
    title: 'Quick start: REST in TypeScript',
    about: 'a typed client from the OpenAPI document',
  },
  {
    path: '/docs/graphql.md',
    file: docs('api/graphql.md'),
    title: 'Quick start: GraphQL in TypeScript',
    about: 'typed operations from the schema',
  },
  {
    path: '/docs/accounts.md',
    file: docs('accounts.md'),
    title: 'Account API',
    about: 'signing up and in, sessions, passkeys, two-step sign-in',
  },
  {
    path: '/docs/token-scopes.md',
    file: docs('token-scopes.md'),
    title: 'What API tokens can do',
    about: 'the scope of each operation and field',
  },
  {
    path: '/docs/webhooks.md',
    file: docs('webhooks.md'),
    title: 'Webhooks',
    about: 'GraphQL subscriptions as signed requests to your server',
  },
  {
    path: '/docs/changes.md',
    file: docs('api-changelog.md'),
    title: 'Changes of the API',
    about: 'what changed in the GraphQL schema, by release',
  },
]

/** The text of /llms.txt, as llmstxt.org describes it. */
export function llmsText(publicUrl: string): string {
  return `# Good Vibes

> A social feed for sharing positive things. Everything that people can do here, programs can do by
> GraphQL or REST: one schema, one set of rules. Anyone can read; writing needs an account.

## Documentation

- [OpenAPI 3.1 document](${publicUrl}/api/openapi.json): every REST call, with schemas and examples
- [REST reference](${publicUrl}/api/docs): the same for people, with curl commands
- [GraphQL](${publicUrl}/graphql): send operations by POST; introspection describes the schema
${guides.map(({ path, title, about }) => `- [${title}](${publicUrl}/api${path}): ${about}`).join('\n')}
`
}
