/** A column: its SQL, and how its text is read. */
type TextColumn = readonly [sql: string, read: (text: string | null) => unknown]

/** Values as PostgreSQL's texts. It converts an array of texts to JSON faster than mixed types. */
export type Texts = readonly (string | null)[]

type RowOf<Columns extends Record<string, TextColumn>> = {
  -readonly [Name in keyof Columns]: ReturnType<Columns[Name][1]>
}

/** What reads a column's text, by its type. */
export const text = (value: string | null): string => value as string
export const nullableText = (value: string | null): string | null => value
export const boolean = (value: string | null): boolean => value === 'true'

/** The columns of a row, in one place: their names, their SQL and how they are read. */
export function textColumns<Columns extends Record<string, TextColumn>>(columns: Columns) {
  const entries = Object.entries(columns)
  return {
    /** The SQL of each column, in order. */
    sql: entries.map(([, [sql]]) => sql),
    /** @param start the index of the first column's text */
    read(texts: Texts, start = 0): RowOf<Columns> {
      const row: Record<string, unknown> = {}
      let index = start
      for (const [name, [, read]] of entries) row[name] = read(texts[index++] ?? null)
      return row as RowOf<Columns>
    },
  }
}
