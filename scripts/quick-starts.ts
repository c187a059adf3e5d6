import { copyFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { openApi } from '#api/rest/openapi.ts'
import { describedRoutes } from '#api/rest/routes.ts'
import { ROOT, runOrThrow } from './run.ts'

// Generates what the clients of the quick starts import, by the commands that these name.

const FOLDER = path.join(ROOT, 'docs', 'api', 'clients')
const settings = { publicUrl: 'http://localhost:4000', contact: undefined }

// openapi-typescript needs the API of TypeScript, which version 7 no longer has. This package is
// one of few that contain version 6 without a second `tsc`.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
})
const { default: openapiTypescript, astToString } = await import('openapi-typescript')
const description = JSON.stringify(openApi(describedRoutes, settings))
const types = astToString(await openapiTypescript(description))
writeFileSync(path.join(FOLDER, 'openapi.generated.ts'), types)

copyFileSync(path.join(ROOT, 'schema.graphql'), path.join(FOLDER, 'schema.graphql'))
await runOrThrow('graphql-codegen', ['--config', 'codegen.ts'], { cwd: FOLDER })
process.exit()
