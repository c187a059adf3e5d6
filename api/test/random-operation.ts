import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { seeded } from '#demo/art/random.ts'

/** Of whom and what an operation can ask. */
export interface Known {
  userId: string
  username: string
  postId: string
  cursor: string
}

const DEEPEST = 5

/** A query that the schema allows, made up of whatever it offers: the same for the same number. */
export function randomOperation(
  schema: GraphQLSchema,
  seed: number,
  known: Known,
): { query: string; variables: Record<string, unknown> } {
  const { chance, pick, whole } = seeded(seed)
  const fragments: string[] = []
  const queryType = schema.getQueryType() as GraphQLObjectType
  let names = 0

  function selection(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type) && !isInterfaceType(type)) return ''
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < DEEPEST || isLeafType(getNamedType(field.type)),
    )
    const chosen =
      fields.length > 0
        ? Array.from({ length: whole(1, 4) }, () => fieldOf(pick(fields), depth))
        : []
    if (fields.length === 0 || chance(0.2)) chosen.push('__typename')
    if (isInterfaceType(type))
      chosen.push(
        ...schema
          .getPossibleTypes(type)
          .map((each) => `... on ${each.name} ${selection(each, depth)}`),
      )
    else if (chance(0.2)) chosen.push(spread(type, depth))
    return `{ ${chosen.join(' ')} }`
  }

  function spread(type: GraphQLObjectType, depth: number): string {
    if (chance(0.5)) return `... on ${type.name} ${condition()} ${selection(type, depth)}`
    const name = `Part${++names}`
    fragments.push(`fragment ${name} on ${type.name} ${selection(type, depth)}`)
    return `...${name} ${condition()}`
  }

  const condition = () =>
    chance(0.3) ? `@${pick(['include', 'skip'])}(if: $${pick(['yes', 'no'])})` : ''

  function fieldOf(field: GraphQLField<unknown, unknown>, depth: number): string {
    // The same name twice in one place has to mean the same, so each has one of its own.
    const alias = chance(0.3) || field.args.length > 0 ? `a${++names}: ` : ''
    return `${alias}${field.name}${argumentsOf(field)} ${condition()} ${selection(getNamedType(field.type), depth + 1)}`
  }

  function argumentsOf({ name, args }: GraphQLField<unknown, unknown>): string {
    const given: string[] = []
    if (name === 'user')
      given.push(
        pick([`id: "${known.userId}"`, `username: "${known.username}"`, 'username: $name']),
      )
    if (name === 'node')
      given.push(`id: ${pick([`"${known.postId}"`, `"${known.userId}"`, '$id'])}`)
    if (name === 'nodes') given.push(`ids: ["${known.postId}", "${known.userId}", "nothing"]`)
    if (name === 'search') given.push(`query: ${pick(['$words', '"good"', '"nowhere"'])}`)
    if (args.some((each) => each.name === 'first')) {
      given.push(
        chance(0.03) ? 'first: 0' : pick(['first: 2', 'first: $size', 'last: 3', 'first: 1']),
      )
      if (chance(0.15))
        given.push(`after: ${chance(0.1) ? '"forged"' : pick([`"${known.cursor}"`, '$cursor'])}`)
    }
    return given.length > 0 ? `(${given.join(', ')})` : ''
  }

  /** Several lists side by side: their posts are read at different times, and each has its own likes. */
  function severalLists(): string {
    const lists = ['feed', 'search'].flatMap((name) => queryType.getFields()[name] ?? [])
    const listOf = (field: GraphQLField<unknown, unknown>) =>
      `a${++names}: ${field.name}${argumentsOf(field)} { nodes { id isLiked } }`
    return `{ ${Array.from({ length: whole(2, 4) }, () => listOf(pick(lists))).join(' ')} }`
  }

  const root = chance(0.2) ? severalLists() : selection(queryType, 1)
  const text = `${root} ${fragments.join(' ')}`
  const types = {
    yes: 'Boolean!',
    no: 'Boolean!',
    name: 'String',
    id: 'ID!',
    words: 'String!',
    size: 'Int',
    cursor: 'String',
  } as const
  const values = {
    yes: true,
    no: false,
    name: known.username,
    id: known.postId,
    words: 'good thing',
    size: 3,
    cursor: known.cursor,
  }
  const used = Object.entries(types).filter(([name]) => new RegExp(`\\$${name}\\b`).test(text))
  const declared =
    used.length > 0 ? `(${used.map(([name, type]) => `$${name}: ${type}`).join(', ')})` : ''
  const variables = Object.fromEntries(
    used.map(([name]) => [name, values[name as keyof typeof values]]),
  )
  return { query: `query Random${declared} ${text}`, variables }
}
