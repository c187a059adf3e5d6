import { getOperationAST, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '#api/context.ts'
import { accountChanged, isAnotherAccount } from '#api/named-account.ts'
import { toGraphQLError } from './app-errors.ts'

/** Refuses a mutation from a page that shows another account than the one that would act. */
export function accountGuard(): Plugin<Context> {
  return {
    onExecute({ args: { document, operationName, contextValue }, setResultAndStopExecution }) {
      const operation = getOperationAST(document, operationName)?.operation
      if (operation === OperationTypeNode.MUTATION && isAnotherAccount(contextValue))
        setResultAndStopExecution({ errors: [toGraphQLError(accountChanged())] })
    },
  }
}
