/** Replaces `{name}` by Express's `:name`. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
