import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql'

/**
 * The number of selections of all operations once their fragments are expanded. It can grow with
 * the power of the document's length, so code that expands fragments needs a limit for it.
 */
export function expandedSelections({ definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet]] : [],
    ),
  )
  const sizes = new Map<string, number>()

  function sizeOf({ selections }: SelectionSetNode): number {
    let size = selections.length
    for (const each of selections) {
      if (each.kind === Kind.FRAGMENT_SPREAD) size += sizeOfFragment(each.name.value)
      else if (each.selectionSet) size += sizeOf(each.selectionSet)
    }
    return size
  }
  function sizeOfFragment(name: string): number {
    const selectionSet = fragments.get(name)
    if (selectionSet && !sizes.has(name)) {
      // A fragment within itself is an error of validation.
      sizes.set(name, 0)
      sizes.set(name, sizeOf(selectionSet))
    }
    return sizes.get(name) ?? 0
  }

  const operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
  return operations.reduce((sum, { selectionSet }) => sum + sizeOf(selectionSet), 0)
}
