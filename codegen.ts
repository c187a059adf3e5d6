import type { CodegenConfig } from '@graphql-codegen/cli'

const scalars = { DateTime: 'string', ID: 'string' }
const typed = {
  scalars,
  defaultScalarType: 'unknown',
  enumsAsTypes: true,
  inlineFragmentTypes: 'mask',
  nonOptionalTypename: true,
  skipTypeNameForRoot: true,
  useTypeImports: true,
}
const types = {
  plugins: ['typescript'],
  config: { scalars, enumsAsTypes: true, onlyOperationTypes: true },
}
const beside = (baseTypesPath: string) => ({
  preset: 'near-operation-file' as const,
  presetConfig: { extension: '.generated.ts', baseTypesPath, importTypesNamespace: 'Types' },
})

/** Operations that the server runs by itself. */
const storedDocuments = (folder: string) => ({
  [`${folder}schema.generated.ts`]: types,
  [folder]: {
    ...beside('schema.generated.ts'),
    documents: `${folder}**/*.graphql`,
    plugins: ['typescript-operations', 'typed-document-node'],
    config: { ...typed, inlineFragmentTypes: 'inline' },
  },
})

/**
 * Generates types for each `.graphql` document, and hooks for the client's, in a file beside it.
 */
const config: CodegenConfig = {
  schema: './schema.graphql',
  importExtension: '.ts',
  ignoreNoDocuments: true,
  generates: {
    'web/apollo/schema.generated.ts': types,
    'web/apollo/possible-types.generated.ts': {
      plugins: ['fragment-matcher'],
      config: { useExplicitTyping: true },
    },
    'web/apollo/connections.generated.ts': { plugins: ['./web/codegen/connections.ts'] },
    'web/features/post/new-post.generated.ts': {
      documents: 'web/**/*.graphql',
      plugins: ['./web/codegen/new-object.ts'],
      config: { fragment: 'PostCard_post', variable: 'newPost' },
    },
    'web/test/operations.generated.ts': {
      documents: 'web/**/*.graphql',
      plugins: ['./web/codegen/mock-types.ts'],
    },
    'web/': {
      ...beside('apollo/schema.generated.ts'),
      documents: 'web/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node', './web/codegen/apollo-hooks.ts'],
      config: {
        ...typed,
        hooksFrom: '#web/apollo/hooks.ts',
        subscriptionHookFrom: '#web/apollo/subscription-hook.ts',
      },
    },
    ...storedDocuments('api/rest/documents/'),
    ...storedDocuments('api/syndication/documents/'),
  },
}
export default config
