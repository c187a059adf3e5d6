import { ApolloClient, ApolloLink, type DocumentNode, Observable } from '@apollo/client'
import { print } from 'graphql'
import { createCache } from './apollo/cache.ts'
import { ExploreDocument } from './pages/explore/Explore.generated.ts'
import { FeedDocument } from './pages/home/Home.generated.ts'
import { ViewerDocument } from './pages/Layout.generated.ts'
import { ProfileDocument } from './pages/profile/Profile.generated.ts'

/** The first queries of each page by name, exactly as the client prints them (`__typename` added, `@unmask` removed). */
export async function sentOperations(): Promise<Record<string, string>> {
  const sent: Record<string, string> = {}
  const link = new ApolloLink((operation) => {
    sent[operation.operationName ?? ''] = print(operation.query)
    return new Observable((observer) => observer.complete())
  })
  const client = new ApolloClient({ cache: createCache(), dataMasking: true, link })
  const documents: DocumentNode[] = [ViewerDocument, FeedDocument, ExploreDocument, ProfileDocument]
  // The link never responds. Both variables are set so that no field is left out.
  for (const query of documents)
    await client.query({ query, variables: { isDemo: true, isOwn: true } }).catch(() => {})
  return sent
}
