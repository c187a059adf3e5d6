import type { Request } from '@playwright/test'
import type { CompiledOperations } from '#api/graphql/compiled.ts'
import { JsonBody } from '#api/http/json-body.ts'
import { parseOperationRequest } from '#api/serve/fast-path/operation-request.ts'

const compiled = { find: () => ({ isAffordable: () => true }) } as unknown as CompiledOperations

/** Whether the fast path takes a request of the client, as far as its body decides. */
export const takesFastPath = (request: Request): boolean =>
  parseOperationRequest(new JsonBody(request.postDataBuffer() ?? Buffer.alloc(0)), compiled) !==
  null
