/** The first picture of a drop, else its first file: the form says what is wrong with it. */
export function droppedFile(data: DataTransfer | null): File | null {
  return picturesOf(data)[0] ?? data?.files[0] ?? null
}

/**
 * The first picture of a paste, unless it comes with text: word processors and spreadsheets add a
 * bitmap of what was copied. HTML alone is no text, because browsers add it to a copied picture.
 */
export function pastedPicture(data: DataTransfer): File | null {
  return isText(data) ? null : (picturesOf(data)[0] ?? null)
}

const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Whether the plain text is more than the names of the files, which file managers add. */
function isText(data: DataTransfer): boolean {
  const names = new Set([...data.files].map(({ name }) => name.normalize()))
  const lines = data.getData('text/plain').split(/\r?\n/)
  return lines.some((line) => line.trim() !== '' && !names.has(fileNameOf(line.trim()).normalize()))
}

const PATH = /^(?:file:\/\/\/?|\/|~\/|[a-z]:\\|\\\\)(?:.*[/\\])?/i

/** The name in a path or `file:` URL; any other text as it is. */
function fileNameOf(line: string): string {
  const name = line.replace(PATH, '')
  try {
    return line.startsWith('file:') ? decodeURIComponent(name) : name
  } catch {
    return name
  }
}
