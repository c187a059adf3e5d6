import type { PictureStore } from '#api/features/media/picture-store.ts'

/** Where an installation stores its data. */
export interface Installation {
  directUrl: string
  dataDir: string
  /** The default is the data directory. */
  pictures?: PictureStore
}
