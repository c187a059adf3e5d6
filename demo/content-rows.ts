import type { DemoPerson, DemoPicture } from './people.ts'

export interface ContentPerson extends DemoPerson {
  id: string
  createdAt: Date
}

export interface ContentPost {
  id: string
  authorId: string
  content: string
  picture: DemoPicture | null
  createdAt: Date
}
