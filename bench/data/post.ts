import { createHash } from 'node:crypto'
import { type Random, seeded } from '../../demo/art/random.ts'
import { hash } from './hash.ts'
import type { Shape } from './shape.ts'
import { commonWords, languages, rareWord, signs } from './words.ts'

export interface Post {
  author: number
  /** The content's words and phrases, which stand with a space between each. */
  pieces: string[]
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  /** Of an uploaded picture: what its file is named by. */
  upload: string | null
}

const COMMON_SHARE = 0.12
const RARE_SHARE = 0.2
const deck = languages.flatMap(({ share, words }) => Array.from({ length: share }, () => words))

/** The so-manyth post, the oldest first: always the same. */
export function postOf(shape: Shape, index: number): Post {
  const random = seeded(hash(index, 5))
  const upload = random.chance(0.08)
  const image = upload || random.chance(0.2)
  const file = upload ? createHash('sha256').update(`${index}`).digest('hex') : null
  return {
    author: random.chance(0.5)
      ? random.whole(0, shape.activeAuthors - 1)
      : random.whole(0, shape.users - 1),
    pieces: piecesOf(shape, random),
    imageUrl: image
      ? file
        ? `/media/${file}.webp`
        : `https://pictures.example.org/${index}/large.jpg`
      : null,
    imageAlt:
      image && random.chance(0.6) ? 'A window with the sun in it, and a cup on the sill.' : null,
    videoUrl: !image && random.chance(0.14) ? `https://videos.example.org/watch?v=${index}` : null,
    upload: file,
  }
}

function piecesOf({ rareWords }: Shape, random: Random): string[] {
  const words = random.pick(deck)
  const pieces = Array.from({ length: random.whole(4, 22) }, () => random.pick(words))
  for (const word of commonWords) if (random.chance(COMMON_SHARE)) insert(pieces, word, random)
  if (random.chance(RARE_SHARE)) insert(pieces, rareWord(random.whole(0, rareWords - 1)), random)
  if (random.chance(0.3)) pieces.push(random.pick(signs))
  else pieces.push(`${pieces.pop()}.`)
  return pieces
}

function insert(pieces: string[], piece: string, random: Random) {
  pieces.splice(random.whole(0, pieces.length), 0, piece)
}
