import { requestsOfCrowd } from './crowd.ts'
import { send } from './send.ts'

const url = process.argv[2] ?? ''
const port = Number(new URL(url).port)
const p = (l: number[] = [], q: number) => l[Math.min(l.length - 1, Math.floor((l.length * q) / 100))]?.toFixed(1)
const requests = await requestsOfCrowd(url)
const mem = async () => /process_resident_memory_bytes (\S+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
async function go(name: string, rate: number | null, seconds: number, connections: number) {
  const began = Date.now()
  const a = await send({ port, requests, seconds, rate, connections })
  const took = (Date.now() - began) / 1000
  console.log(
    name,
    took.toFixed(1),
    Object.fromEntries(
      Object.entries(a.latencies).map(([s, l]) => [
        s,
        `${l.length} (${Math.round(l.length / seconds)}/s) p50 ${p(l, 50)} p99 ${p(l, 99)} max ${p(l, 100)}`,
      ]),
    ),
    { ...a, latencies: undefined },
    'rss',
    Math.round(Number(await mem()) / 1e6),
  )
  return (a.latencies[200]?.length ?? 0) / seconds
}
await go('warm', null, 3, 32)
const c = await go('closed 64', null, 5, 64)
await go('closed 32', null, 3, 32)
await go('half open', c / 2, 5, 500)
await go('10x', c * 10, 12, 3000)
await go('after', null, 3, 64)
await go('closed 200', null, 3, 200)
