import type { Messages } from '@lingui/core'
import type { Plugin } from 'vite'

/** The mode of a build with pseudo-text, for tests. */
export const PSEUDO_MODE = 'pseudo'

const PLAIN = 'ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz'
const ACCENTED = 'ĀČĎĒĞĤĪĴĶĹŃŌŘŚŤŪŴŶŽāčďēğĥīĵķĺńōřśťūŵŷž'
const FILLER = ' ōṕéñ šķīéś āṇď ĺōńğ ŵāļķś ťōğéťĥéř'
const TAG = /(<[^>]*>|&\w+;|#)/

const accent = (text: string) =>
  text
    .split(TAG)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter),
    )
    .join('')

const lengthOf = (text: string) => text.replaceAll(new RegExp(TAG, 'g'), '').length
const filler = (length: number) =>
  FILLER.repeat(Math.ceil(length / FILLER.length)).slice(0, Math.ceil(length * 0.4))

/** A text, accented and about 40 % longer, between marks that show where it is cut. */
export const pseudo = (text: string) => `[!!! ${accent(text)}${filler(lengthOf(text))} !!!]`

type CompiledMessage = Messages[string]
type Part = Exclude<CompiledMessage, string>[number]

/** Plural and select forms: the part's third element, by name. */
function accentPart(part: Part): Part {
  if (typeof part === 'string') return accent(part)
  const [name, kind, forms] = part
  if (typeof forms !== 'object') return part
  return [
    name,
    kind as string,
    Object.fromEntries(
      Object.entries(forms ?? {}).map(([form, message]) => [
        form,
        typeof message === 'number'
          ? message
          : typeof message === 'string'
            ? accent(message)
            : message.map(accentPart),
      ]),
    ),
  ] as Part
}

/** A compiled message as pseudo-text; placeholders, tags and plural forms stay as they are. */
export function pseudoMessage(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return pseudo(message)
  const length = message.reduce(
    (sum, part) => sum + (typeof part === 'string' ? lengthOf(part) : 8),
    0,
  )
  return ['[!!! ', ...message.map(accentPart), `${filler(length)} !!!]`]
}

/** Replaces the catalogue's text in builds of the mode above. */
export function pseudoText(): Plugin {
  return {
    name: 'pseudo-text',
    enforce: 'post',
    apply: (_config, { mode }) => mode === PSEUDO_MODE,
    transform: {
      filter: { id: /\.po$/ },
      handler(code) {
        const [, json] = /JSON\.parse\(("(?:[^"\\]|\\.)*")\)/.exec(code) ?? []
        if (!json) throw new Error(`The catalogue has an unknown form: ${code.slice(0, 80)}`)
        const messages: Record<string, CompiledMessage> = JSON.parse(JSON.parse(json))
        const changed = Object.fromEntries(
          Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)]),
        )
        return { code: `export const messages=${JSON.stringify(changed)}`, map: null }
      },
    },
  }
}
