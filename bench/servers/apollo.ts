import { ApolloServer } from '@apollo/server'
import { startStandaloneServer } from '@apollo/server/standalone'
import { schema } from '../../api/serve/schema.ts'
import { productViewer } from './product-viewer.ts'

// The most common peer: Apollo Server on the product's schema, with its production defaults.

const { contextOf } = await productViewer()
const server = new ApolloServer({ schema, stopOnTerminationSignals: false })
await startStandaloneServer(server, {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
  context: ({ req }) => contextOf(req.headers.cookie),
})
process.send?.('ready')
