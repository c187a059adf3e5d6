import { startProduct } from './server.ts'

/** The built product, started as a person starts it, on an empty data directory and a free port. */
export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct({ RATE_LIMIT: 'off' })
  process.env.JOURNEY_ORIGIN = product.url // workers inherit it
  return async () => {
    const code = await product.stop()
    if (code !== 0) throw new Error(`The product ended with code ${code}:\n${product.output()}`)
  }
}
