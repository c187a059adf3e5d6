export interface Person {
  id: string
  username: string
  followees: Set<Person>
  muted: Set<Person>
  blocked: Set<Person>
  /** The suspensions that no moderator took back or lifted. */
  suspensions: Set<Decision>
}

export const newPerson = (id: string, username: string): Person => ({
  ...{ id, username },
  followees: new Set(),
  muted: new Set(),
  blocked: new Set(),
  suspensions: new Set(),
})

export interface Post {
  id: string
  author: Person
  likers: Set<Person>
  sharers: Set<Person>
  /** The decisions that hide it. */
  hiddenBy: Set<Decision>
  /** Of a reply: the post that its thread belongs to. */
  thread?: Post
}

export const newPost = (id: string, author: Person, thread?: Post): Post => ({
  ...{ id, author, ...(thread && { thread }) },
  likers: new Set(),
  sharers: new Set(),
  hiddenBy: new Set(),
})

export interface Decision {
  id: string
  author: Person
  isSuspension: boolean
}

/** A report without an answer yet. */
export interface OpenReport {
  id: string
  post: Post
}

/** What people and a moderator did, and therefore what each of them has to see. */
export class World {
  /** In every post and name of this world, and of no other. */
  readonly word: string
  readonly people: readonly Person[]
  /** Reads and judges. Takes no other part. */
  readonly moderator: Person
  /** Oldest first, without replies. */
  posts: Post[] = []
  replies: Post[] = []
  /** The last hundred. */
  deletedPosts: Post[] = []
  openReports: OpenReport[] = []
  readonly decisions: Decision[] = []

  constructor(word: string, people: readonly Person[], moderator: Person) {
    this.word = word
    this.people = people
    this.moderator = moderator
  }

  get postsAndReplies(): Post[] {
    return [...this.posts, ...this.replies]
  }

  /** @param viewer null for an anonymous visitor */
  canSeePerson(viewer: Person | null, person: Person): boolean {
    return viewer === null || !(viewer.blocked.has(person) || person.blocked.has(viewer))
  }

  canSee(viewer: Person | null, { author, hiddenBy }: Post): boolean {
    return hiddenBy.size === 0 && this.canSeePerson(viewer, author)
  }

  /** Lists of people keep the muted. */
  visiblePeople(viewer: Person | null, people: Iterable<Person>): Person[] {
    return [...people].filter((person) => this.canSeePerson(viewer, person))
  }

  /** Whether feeds, searches and threads contain what a person wrote. */
  lists(viewer: Person | null, person: Person): boolean {
    return this.canSeePerson(viewer, person) && !viewer?.muted.has(person)
  }

  listedPosts(viewer: Person | null): Post[] {
    return this.posts.filter((post) => post.hiddenBy.size === 0 && this.lists(viewer, post.author))
  }

  /** A thread leaves out the muted, like a feed. */
  listedReplies(viewer: Person | null, thread: Post): Post[] {
    return this.replies.filter(
      (reply) =>
        reply.thread === thread && reply.hiddenBy.size === 0 && this.lists(viewer, reply.author),
    )
  }

  listedPeople(viewer: Person | null, people: Iterable<Person>): Person[] {
    return [...people].filter((person) => this.lists(viewer, person))
  }

  /** The people because of whom a post is in a viewer's Following feed. */
  reasonsToFollow(viewer: Person, { author, sharers }: Post): Person[] {
    const followed = this.listedPeople(viewer, sharers).filter((sharer) =>
      viewer.followees.has(sharer),
    )
    return author === viewer || viewer.followees.has(author) ? [...followed, author] : followed
  }

  /** A post takes its thread with it. */
  deletePost(post: Post): void {
    const isLeft = (each: Post) => each !== post && each.thread !== post
    const deleted = this.postsAndReplies.filter((each) => !isLeft(each))
    this.posts = this.posts.filter(isLeft)
    this.replies = this.replies.filter(isLeft)
    this.deletedPosts = [...this.deletedPosts, ...deleted].slice(-100)
  }

  /** A block also ends the follows between two people. */
  block(blocker: Person, blocked: Person): void {
    blocker.blocked.add(blocked)
    blocker.followees.delete(blocked)
    blocked.followees.delete(blocker)
  }

  decide(post: Post, decision: Decision, hidesAllPosts: boolean): void {
    this.decisions.push(decision)
    this.openReports = this.openReports.filter((report) => report.post !== post)
    if (decision.isSuspension) decision.author.suspensions.add(decision)
    else post.hiddenBy.add(decision)
    if (hidesAllPosts)
      for (const each of this.postsAndReplies)
        if (each.author === decision.author) each.hiddenBy.add(decision)
  }

  takeBack(decision: Decision): void {
    decision.author.suspensions.delete(decision)
    for (const post of this.postsAndReplies) post.hiddenBy.delete(decision)
    this.decisions.splice(this.decisions.indexOf(decision), 1)
  }
}
