import { type GraphQLSchema, getNamedType, isInputObjectType, isRequiredInputField } from 'graphql'

export type Subject = 'postId' | 'userId'

/**
 * The mutations that change something about one post or one person, such as `likePost`, and those
 * that take it back, each right after its pair.
 */
export function pairedMutations(schema: GraphQLSchema): [name: string, subject: Subject][] {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  return Object.values(mutations).flatMap(({ name, args }) => {
    const input = getNamedType(args[0]?.type)
    if (!(`un${name}` in mutations) || !isInputObjectType(input)) return []
    const [subject, ...others] = Object.values(input.getFields()).filter(isRequiredInputField)
    if (others.length > 0 || (subject?.name !== 'postId' && subject?.name !== 'userId')) return []
    return [name, `un${name}`].map((each) => [each, subject.name as Subject])
  })
}
