import type { ReportSubject } from '#api/database/generated/prisma/enums.ts'
import { fromPublicId, type NodeType, toPublicId } from '#api/lib/ids.ts'

/**
 * What a report keeps of its subject: a post, the comment of a share, thanks, or a profile with its
 * bio.
 */
export interface Snapshot {
  displayName: string
  username: string
  avatar: string | null
  content: string | null
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  /** The UUID of a shared post, or of the one that thanks are for. */
  postId: string | null
}

export interface Subject {
  type: ReportSubject
  /** A UUID. */
  id: string
}

const nodeTypes = {
  POST: 'Post',
  SHARE: 'Share',
  USER: 'User',
  THANKS: 'Thanks',
} as const satisfies Record<ReportSubject, NodeType>

/** Null for anything that cannot be reported. */
export function parseSubject(publicId: string): Subject | null {
  const key = fromPublicId(publicId)
  for (const [type, nodeType] of Object.entries(nodeTypes))
    if (key?.type === nodeType) return { type: type as ReportSubject, id: key.uuid }
  return null
}

export function publicSubjectId({ type, id }: Subject): string {
  return toPublicId(nodeTypes[type], id)
}
