import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  Kind,
  OperationTypeNode,
} from 'graphql'
import { checkDocument } from '#api/graphql/check-document.ts'
import { responseBytes } from '#api/graphql/response-bytes.ts'
import { type WebhookSource, webhookSourceOf } from '#api/graphql/webhook-source.ts'
import { AppError } from '#api/lib/errors.ts'
import { limits } from '#rules/limits.ts'

/** A webhook's document, ready to run. */
export interface Subscription {
  schema: GraphQLSchema
  document: DocumentNode
  operationName: string | undefined
  source: WebhookSource<Record<string, unknown>, unknown>
  args: Record<string, unknown>
}

/**
 * Parses and validates a webhook's document: one subscription without variables, within the limits
 * of /graphql.
 * @throws AppError BAD_INPUT
 */
export function readSubscription(schema: GraphQLSchema, text: string): Subscription {
  if (text.trim() === '') throw invalid('WEBHOOK_SUBSCRIPTION_EMPTY')
  if (text.length > limits.subscriptionLength) throw invalid('WEBHOOK_SUBSCRIPTION_TOO_LONG')
  const document = checkDocument(schema, text)
  if (!('kind' in document)) throw unusable(document.map(({ message }) => message).join(' '))
  const operation = getOperationAST(document)
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    throw unusable('Write one subscription, such as subscription { followed { username } }.')
  if (operation.variableDefinitions?.length)
    throw unusable('Write the values into the document: a webhook has no variables.')
  const [selection] = operation.selectionSet.selections
  if (selection?.kind !== Kind.FIELD || selection.directives?.length)
    throw unusable('Write the subscription’s field first, without fragments or directives.')
  const field = fieldOf(schema, selection)
  const source = field && webhookSourceOf(field)
  if (!source) throw unusable(`${selection.name.value} does not work with webhooks.`)
  const operationName = operation.name?.value
  const args = getArgumentValues(field, selection)
  return { schema, document, operationName, source, args }
}

/** Bounds what the messages of a new webhook can have. @throws AppError BAD_INPUT */
export function requireSmallMessages({ schema, document }: Subscription): void {
  if (responseBytes(schema, document, {}) > limits.webhookPayloadBytes)
    throw unusable('A message could have more than 128 KB: ask for fewer fields.')
}

function fieldOf(
  schema: GraphQLSchema,
  { name }: FieldNode,
): GraphQLField<unknown, unknown> | undefined {
  return schema.getSubscriptionType()?.getFields()[name.value]
}

const invalid = (reason: 'WEBHOOK_SUBSCRIPTION_EMPTY' | 'WEBHOOK_SUBSCRIPTION_TOO_LONG') =>
  new AppError('BAD_INPUT', reason, { field: 'subscription' })

const unusable = (message: string) =>
  new AppError('BAD_INPUT', 'WEBHOOK_SUBSCRIPTION_INVALID', { message, field: 'subscription' })
