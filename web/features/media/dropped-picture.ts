/** The first picture of a paste or drop. */
export function droppedPicture(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith('image/')) ?? null
}
