import { seeded } from './random.ts'
import { box, disc, drawing, glow, line, n, oval, portrait, shape, wash } from './svg.ts'

/** A window in the evening: snow outside, a candle on the sill. */
export function snowWindow(seed: number): string {
  const random = seeded(seed)
  const flakes = Array.from({ length: 190 }, () =>
    disc(
      random.between(170, 830),
      random.between(150, 930),
      random.between(1.5, 6),
      '#ffffff',
      `opacity="${n(random.between(0.4, 1))}"`,
    ),
  )
  const drift = 'M160 870C300 820 420 880 540 846S760 850 840 820V950H160Z'
  return drawing(
    portrait,
    wash('wall', portrait, '#6b4a3f', '#5a3c34'),
    box(120, 100, 760, 880, '#e9dcc6', 'rx="8"'),
    `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1e2d52"/><stop offset="1" stop-color="#5f739f"/></linearGradient>`,
    box(160, 140, 680, 800, 'url(#dusk)'),
    shape('M160 760L260 690L350 740V880H160ZM640 740L740 660L840 730V880H640Z', '#31426b'),
    box(218, 770, 34, 44, '#ffd67a') + box(716, 762, 36, 46, '#ffd67a'),
    shape(drift, '#dfe8f5'),
    ...flakes,
    box(482, 140, 36, 800, '#e9dcc6') + box(160, 470, 680, 30, '#e9dcc6'),
    ...[160, 518].map((x) =>
      shape(`M${x} 940c60 -34 90 -18 150 -26s80 16 172 26Z`, '#f7faff', 'opacity=".9"'),
    ),
    box(60, 976, 880, 60, '#f3e8d4', 'rx="8"'),
    box(60, 1028, 880, 12, '#cdbfa6'),
    glow('flame', 690, 800, 300, '#ffc76a', 0.55),
    oval(690, 972, 92, 16, '#a8783c'),
    box(660, 850, 60, 122, '#fff6e2', 'rx="8"'),
    line('M690 850v-22', '#3a2a20', 5),
    shape('M690 760C724 800 716 836 690 836S656 800 690 760Z', '#ffb43b'),
    shape('M690 796C704 814 702 832 690 832S676 814 690 796Z', '#fff3c4'),
  )
}
