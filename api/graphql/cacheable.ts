import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** For a field that has the same value for every caller and depends on the cached posts only. */
export const shareable = { cacheable: 'shared' } as const
/** Whether these arguments ask for the newest page that every viewer gets. */
type NewestPageCheck = (args: Record<string, unknown>) => boolean

/** For a shareable list of posts, whose newest page the response cache keeps. */
export const shareableList = (isNewestPage: NewestPageCheck) => ({ ...shareable, isNewestPage })

/** For a field without a resolver that is one of the facts in `post-viewer-state.ts`. */
export const viewerSlot = { cacheable: 'viewerSlot' } as const

/**
 * Whether every field of an operation is shareable or a viewer slot. An undeclared field counts as
 * caller-dependent, as does a viewer slot to which a library added a resolver.
 */
export function isCacheable(schema: GraphQLSchema, operation: DocumentNode): boolean {
  let cacheable = true
  const types = new TypeInfo(schema)
  visit(
    operation,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = types.getFieldDef()
        cacheable &&=
          name.value === '__typename' ||
          field?.extensions.cacheable === 'shared' ||
          (field?.extensions.cacheable === 'viewerSlot' && field.resolve === undefined)
      },
    }),
  )
  return cacheable
}

/** A check whether, with its variables, an operation only asks for the newest page of a list. */
export function newestPageCheck(
  schema: GraphQLSchema,
  { operation, selectionSet: { selections }, variableDefinitions = [] }: OperationDefinitionNode,
): (variables: Record<string, unknown>) => boolean {
  const [root] = selections
  if (operation !== 'query' || selections.length !== 1 || root?.kind !== Kind.FIELD)
    return () => false
  const field = schema.getQueryType()?.getFields()[root.name.value]
  const isNewestPage = field?.extensions.isNewestPage as NewestPageCheck | undefined
  if (!field || !isNewestPage) return () => false
  const defaults = Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  )
  return (variables) => isNewestPage(getArgumentValues(field, root, { ...defaults, ...variables }))
}

/**
 * Whether the results of a subscription depend on its events alone: every field is shareable, and
 * variables only choose the events, as arguments of the subscription's own field.
 * @param eventType of the events, where the subscription's field has several types
 */
export function dependsOnEventsOnly(
  schema: GraphQLSchema,
  subscription: DocumentNode,
  eventType: GraphQLObjectType,
): boolean {
  let isShared = true
  const types = new TypeInfo(schema)
  const root = schema.getSubscriptionType()
  const isOfRoot = () => types.getParentType() === root
  const rootTypes = Object.values(root?.getFields() ?? {}).map(({ type }) => getNamedType(type))
  visit(
    subscription,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Argument: () => (isOfRoot() ? false : undefined),
      // Of events of another type.
      InlineFragment() {
        const [parent, type] = [types.getParentType(), types.getType()]
        const isOfEvents = isAbstractType(parent) && rootTypes.includes(parent)
        return isOfEvents && isObjectType(type) && type !== eventType ? false : undefined
      },
      Field({ name }) {
        isShared &&=
          name.value === '__typename' || types.getFieldDef()?.extensions.cacheable === 'shared'
      },
      Variable() {
        isShared = false
      },
      Directive() {
        isShared = false
      },
    }),
  )
  return isShared
}
