import { addExamples } from './product-data.ts'
import { startProduct } from './server.ts'

/** Starts the built product with `npm start`, an empty data directory and a free port. */
export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct({ RATE_LIMIT: 'off', WEBHOOK_ALLOW_PRIVATE: 'on' })
  await addExamples(product.dataDir)
  // Workers inherit these.
  process.env.JOURNEY_ORIGIN = product.url
  process.env.JOURNEY_DATA_DIR = product.dataDir
  return async () => {
    const code = await product.stop()
    if (code !== 0) throw new Error(`The server exited with code ${code}:\n${product.output()}`)
  }
}
