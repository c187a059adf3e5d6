import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'vibes.graphql',
  generates: {
    'vibes.generated.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        defaultScalarType: 'unknown',
        scalars: { DateTime: 'string', ID: 'string' },
      },
    },
  },
}

export default config
