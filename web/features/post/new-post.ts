/** The counts and the viewer's state of every new post. */
export const newPost = {
  sharesCount: 0,
  isShared: false,
  likesCount: 0,
  isLiked: false,
  repliesClosed: false,
  repliesCount: 0,
  viewerCanDelete: true,
  // The server alone knows; its response replaces this.
  isByNewcomer: false,
}
