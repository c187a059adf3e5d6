import { amara } from './people/amara.ts'
import { dimitra } from './people/dimitra.ts'
import { hinata } from './people/hinata.ts'
import { jonas } from './people/jonas.ts'
import { layla } from './people/layla.ts'
import { mateo } from './people/mateo.ts'
import { minjun } from './people/minjun.ts'
import { ngaire } from './people/ngaire.ts'
import { olena } from './people/olena.ts'
import type { DemoPerson } from './people/person.ts'
import { priya } from './people/priya.ts'
import { tom } from './people/tom.ts'
import { wren } from './people/wren.ts'

export const people: readonly DemoPerson[] = [
  wren,
  amara,
  hinata,
  priya,
  tom,
  olena,
  ngaire,
  mateo,
  layla,
  jonas,
  dimitra,
  minjun,
]
