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
import { type Random, seeded } from '#demo/random.ts'

/** Values of existing objects for the arguments. */
export interface ExampleValues {
  userId: string
  username: string
  postId: string
  cursor: string
}

type Field = GraphQLField<unknown, unknown>

const MAX_DEPTH = 5
const VARIABLE_TYPES = {
  yes: 'Boolean!',
  no: 'Boolean!',
  name: 'String',
  id: 'ID!',
  words: 'String!',
  size: 'Int',
  cursor: 'String',
} as const

/** A random valid query. The same seed gives the same query. */
export function randomOperation(
  schema: GraphQLSchema,
  seed: number,
  values: ExampleValues,
): { query: string; variables: Record<string, unknown> } {
  const text = new DocumentGenerator(schema, seeded(seed), values).generate()
  const used = Object.entries(VARIABLE_TYPES).filter(([name]) =>
    new RegExp(`\\$${name}\\b`).test(text),
  )
  const declarations =
    used.length > 0 ? `(${used.map(([name, type]) => `$${name}: ${type}`).join(', ')})` : ''
  const variableValues = {
    yes: true,
    no: false,
    name: values.username,
    id: values.postId,
    words: 'good thing',
    size: 3,
    cursor: values.cursor,
  }
  const variables = Object.fromEntries(
    used.map(([name]) => [name, variableValues[name as keyof typeof variableValues]]),
  )
  return { query: `query Random${declarations} ${text}`, variables }
}

class DocumentGenerator {
  readonly #schema: GraphQLSchema
  readonly #random: Random
  readonly #values: ExampleValues
  readonly #fragments: string[] = []
  #names = 0

  constructor(schema: GraphQLSchema, random: Random, values: ExampleValues) {
    this.#schema = schema
    this.#random = random
    this.#values = values
  }

  generate(): string {
    const queryType = this.#schema.getQueryType() as GraphQLObjectType
    const root = this.#random.chance(0.2)
      ? this.#severalLists(queryType)
      : this.#selection(queryType, 1)
    return `${root} ${this.#fragments.join(' ')}`
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type) && !isInterfaceType(type)) return ''
    const { chance, pick, whole } = this.#random
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < MAX_DEPTH || isLeafType(getNamedType(field.type)),
    )
    const selections =
      fields.length > 0
        ? Array.from({ length: whole(1, 3) }, () => this.#field(pick(fields), depth))
        : []
    if (fields.length === 0 || chance(0.2)) selections.push('__typename')
    if (isInterfaceType(type))
      selections.push(
        ...this.#schema
          .getPossibleTypes(type)
          .map((each) => `... on ${each.name} ${this.#selection(each, depth)}`),
      )
    else if (chance(0.2)) selections.push(this.#fragment(type, depth))
    return `{ ${selections.join(' ')} }`
  }

  #fragment(type: GraphQLObjectType, depth: number): string {
    if (this.#random.chance(0.5))
      return `... on ${type.name} ${this.#directive()} ${this.#selection(type, depth)}`
    const name = `Part${++this.#names}`
    this.#fragments.push(`fragment ${name} on ${type.name} ${this.#selection(type, depth)}`)
    return `...${name} ${this.#directive()}`
  }

  #directive(): string {
    const { chance, pick } = this.#random
    return chance(0.3) ? `@${pick(['include', 'skip'])}(if: $${pick(['yes', 'no'])})` : ''
  }

  #field(field: Field, depth: number): string {
    const { name, args, type } = field
    // Unique aliases, because equal response names must have equal arguments.
    const alias = this.#random.chance(0.3) || args.length > 0 ? `a${++this.#names}: ` : ''
    const call = `${alias}${name}${this.#arguments(field)} ${this.#directive()}`
    return `${call} ${this.#selection(getNamedType(type), depth + 1)}`
  }

  #arguments({ name, args }: Field): string {
    const { pick } = this.#random
    const { userId, username, postId } = this.#values
    const list: string[] = []
    if (name === 'user')
      list.push(pick([`id: "${userId}"`, `username: "${username}"`, 'username: $name']))
    if (name === 'node') list.push(`id: ${pick([`"${postId}"`, `"${userId}"`, '$id'])}`)
    if (name === 'nodes') list.push(`ids: ["${postId}", "${userId}", "nothing"]`)
    if (name.startsWith('search')) list.push(`query: ${pick(['$words', '"good"', '"nowhere"'])}`)
    if (name === 'feed' && this.#random.chance(0.2))
      list.push(`scope: ${pick(['EVERYONE', 'FOLLOWING'])}`)
    if (args.some((each) => each.name === 'first')) list.push(...this.#pagination())
    return list.length > 0 ? `(${list.join(', ')})` : ''
  }

  #pagination(): string[] {
    const { chance, pick } = this.#random
    const size = chance(0.03)
      ? 'first: 0'
      : pick(['first: 2', 'first: $size', 'last: 3', 'first: 1'])
    if (!chance(0.15)) return [size]
    const cursor = chance(0.1) ? '"forged"' : pick([`"${this.#values.cursor}"`, '$cursor'])
    return [size, `after: ${cursor}`]
  }

  /** Several lists in one query read posts at different times, each with its own state. */
  #severalLists(queryType: GraphQLObjectType): string {
    const { pick, whole } = this.#random
    const lists = ['feed', 'search'].flatMap((name) => queryType.getFields()[name] ?? [])
    const select = (field: Field) =>
      `a${++this.#names}: ${field.name}${this.#arguments(field)} { nodes { id isLiked isShared } }`
    return `{ ${Array.from({ length: whole(2, 4) }, () => select(pick(lists))).join(' ')} }`
  }
}
