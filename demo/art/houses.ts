import { seeded } from './random.ts'
import { box, disc, drawing, landscape, n, shape, stars, wash } from './svg.ts'

/** A row of narrow houses at night, some with lit windows. */
export function houses(seed: number): string {
  const random = seeded(seed)
  const fronts = ['#2d3a55', '#37415f', '#27334b', '#413a57', '#2f4456', '#3b3550']
  const row: string[] = []
  for (let x = 20, index = 0; x < 1150; index++) {
    const wide = random.between(128, 168)
    const top = random.between(260, 400)
    const gable = random.between(50, 100)
    const front = fronts[index % fronts.length] as string
    row.push(
      shape(
        `M${n(x)} 800V${n(top)}L${n(x + wide / 2)} ${n(top - gable)}L${n(x + wide)} ${n(top)}V800Z`,
        front,
      ),
    )
    for (let floor = 0; top + 40 + floor * 104 < 690; floor++) {
      for (const side of [0.16, 0.56]) {
        const lit = random.chance(0.42)
        const [left, y] = [x + wide * side, top + 30 + floor * 104]
        row.push(
          box(
            left,
            y,
            wide * 0.28,
            62,
            lit ? random.pick(['#ffd978', '#ffc45c', '#ffe7a8']) : '#1b2438',
            'rx="3"',
          ),
        )
        if (lit && random.chance(0.5))
          row.push(random.chance(0.5) ? plant(left, y, wide * 0.28) : lamp(left, y, wide * 0.28))
        row.push(box(left + wide * 0.14 - 1.5, y, 3, 62, front))
      }
    }
    row.push(
      shape(
        `M${n(x + wide * 0.36)} 800V730a${n(wide * 0.14)} ${n(wide * 0.14)} 0 0 1 ${n(wide * 0.28)} 0V800Z`,
        random.pick(['#8f4b3f', '#4f7a6c', '#a9793e']),
      ),
    )
    x += wide + 4
  }
  return drawing(
    landscape,
    wash('sky', landscape, '#0c1329', '#1d2748', '#37406a'),
    stars(random, landscape, 120, 420),
    ...row,
    box(0, 800, 1200, 100, '#141a2c'),
    box(0, 800, 1200, 8, '#2a3350'),
  )
}

const plant = (x: number, y: number, wide: number) =>
  box(x + wide * 0.6, y + 48, 12, 14, '#8a4b2c') + disc(x + wide * 0.6 + 6, y + 38, 11, '#4d6b3d')
const lamp = (x: number, y: number, wide: number) =>
  shape(`M${n(x + wide * 0.2)} ${n(y + 30)}h16l7 16h-30Z`, '#b5562f') +
  box(x + wide * 0.2 + 7, y + 46, 3, 16, '#6b4326')
