import type { Random } from './random.ts'
import { box, n, shape } from './svg.ts'

/** Rows of roofs with chimneys, one row for each colour, the nearest last. */
export function roofs(
  random: Random,
  { width, height }: { width: number; height: number },
  y: number,
  rows: readonly string[],
): string {
  return rows
    .map((fill, row) => oneRow(random, width, height, y + row * 95, 90 + row * 40, fill))
    .join('')
}

function oneRow(
  random: Random,
  width: number,
  height: number,
  y: number,
  pitch: number,
  fill: string,
): string {
  const parts: string[] = []
  for (let x = -random.between(10, 70); x < width; ) {
    const wide = pitch * random.between(0.9, 1.6)
    const eaves = y + random.between(-10, 46)
    const rise = random.chance(0.25) ? 0 : wide * random.between(0.28, 0.42)
    const chimney = x + wide * random.between(0.62, 0.78)
    parts.push(
      shape(
        `M${n(x)} ${n(eaves)}L${n(x + wide / 2)} ${n(eaves - rise)}L${n(x + wide)} ${n(eaves)}V${height}H${n(x)}Z`,
        fill,
      ),
      random.chance(0.6)
        ? box(chimney, eaves - rise - pitch * 0.06, pitch * 0.15, rise + pitch * 0.1, fill)
        : '',
    )
    x += wide - 1
  }
  return parts.join('')
}
