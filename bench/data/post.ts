import { createHash } from 'node:crypto'
import { type Random, seeded } from '../../demo/random.ts'
import { hash } from './hash.ts'
import type { Shape } from './shape.ts'
import { commonWords, languages, rareWord, signs } from './words.ts'

export interface Post {
  author: number
  /** Words and phrases of the content, to join with spaces. */
  phrases: string[]
  imageUrl: string | null
  imageAlt: string | null
  videoUrl: string | null
  /** SHA-256 that names the file of an uploaded photo. */
  upload: string | null
}

const COMMON_SHARE = 0.12
const RARE_SHARE = 0.2
const weightedLanguages = languages.flatMap(({ share, words }) =>
  Array.from({ length: share }, () => words),
)

/** Generates the post with this index, oldest first. */
export function generatePost(shape: Shape, index: number): Post {
  const random = seeded(hash(index, 5))
  const upload = random.chance(0.08)
  const image = upload || random.chance(0.2)
  const file = upload ? createHash('sha256').update(`${index}`).digest('hex') : null
  return {
    author: authorOf(shape, index),
    phrases: generatePhrases(shape, random),
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

/** @returns the index of the user who wrote the post with this index */
export function authorOf({ activeAuthors, writers }: Shape, index: number): number {
  return hash(index, 3) % (hash(index, 4) % 2 ? activeAuthors : writers)
}

function generatePhrases({ rareWords }: Shape, random: Random): string[] {
  const words = random.pick(weightedLanguages)
  const phrases = Array.from({ length: random.whole(4, 22) }, () => random.pick(words))
  for (const word of commonWords) if (random.chance(COMMON_SHARE)) insert(phrases, word, random)
  if (random.chance(RARE_SHARE)) insert(phrases, rareWord(random.whole(0, rareWords - 1)), random)
  if (random.chance(0.3)) phrases.push(random.pick(signs))
  else phrases.push(`${phrases.pop()}.`)
  return phrases
}

function insert(phrases: string[], phrase: string, random: Random) {
  phrases.splice(random.whole(0, phrases.length), 0, phrase)
}
