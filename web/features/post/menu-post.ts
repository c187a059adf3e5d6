/** What the menu needs to know of a post. */
export interface MenuPost {
  id: string
  author: { id: string }
  repliesCount: number
  repliesClosed: boolean
  viewerCanDelete: boolean
  /** Of a reply: the post that its thread belongs to; null if the viewer cannot see that. */
  threadRoot?: { id: string } | null
}
