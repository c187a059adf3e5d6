import { readdirSync } from 'node:fs'

/**
 * Each folder imports only itself and folders above it in this list. Test files may import
 * anything, and the product imports nothing of api/test and web/test.
 * `*` stands for the folders there that have no entry, in alphabetical order.
 */
const order = [
  'rules/',
  'rules/account-api/',
  'rules/account-api.ts',

  'api/lib/',
  'api/settings/',
  'api/telemetry/',
  'api/database/embedded/',
  'api/database/',
  'api/database/replicas/',
  'api/live/',
  'api/admission/',
  'api/limits/',
  'api/context.ts',
  'api/job.ts',
  'api/token-grant.ts',
  'api/named-account.ts',
  'api/actor.ts',
  'api/new-account.ts',
  'api/viewer.ts',
  'api/http/',
  'api/graphql/',
  'api/features/media/metadata/',
  'api/features/media/',
  'api/features/visibility/',
  'api/features/user/',
  'api/features/post/',
  'api/features/*/',
  'api/features/feed/',
  'api/features/search/',
  'api/features/auth/common/',
  'api/features/auth/session/',
  'api/features/auth/mail/',
  'api/features/rule/',
  'api/features/report/',
  'api/features/moderation/',
  'api/features/invitation/',
  'api/features/appeal/',
  'api/features/notification/',
  'api/features/live/',
  'api/features/webhook/',
  'api/features/auth/password/',
  'api/features/auth/two-factor/',
  'api/features/auth/creation/',
  'api/features/application/',
  'api/features/auth/sign-up/',
  'api/features/auth/sign-in/',
  'api/features/auth/passkey/',
  'api/features/auth/oidc/',
  'api/features/auth/account/',
  'api/features/export/',
  'api/features/auth/',
  'api/rest/documents/',
  'api/rest/',
  'api/syndication/documents/',
  'api/syndication/',
  'api/serve/pages/',
  'api/serve/caller-context.ts',
  'api/serve/fast-path/',
  'api/serve/',
  'api/process/',
  'api/process/workers/',
  'demo/',
  'api/ops/backup/',
  'api/ops/cli/',
  'api/ops/',
  'api/main.ts',

  'web/public/',
  'web/messages/',
  'web/lib/',
  'web/ui/drawings/',
  'web/ui/recipes/',
  'web/ui/',
  'web/apollo/',
  'web/features/media/',
  'web/features/user/',
  'web/features/block/',
  'web/features/rule/',
  'web/features/report/',
  'web/features/*/',
  'web/features/post/',
  'web/features/post/composer/',
  'web/features/feed/',
  'web/features/reply/',
  'web/features/search/',
  'web/features/auth/',
  'web/features/auth/session/',
  'web/features/auth/password/',
  'web/features/auth/two-factor/',
  'web/features/auth/passkey/',
  'web/features/auth/oidc/',
  'web/features/auth/account/',
  'web/features/api-token/',
  'web/features/invitation/',
  'web/features/appeal/',
  'web/features/notification/',
  'web/features/webhook/',
  'web/features/live/',
  'web/features/moderation/',
  'web/features/export/',
  'web/features/shell/entries/',
  'web/features/shell/',
  'web/landing/',
  'web/sign-in/',
  'web/pages/*/',
  'web/pages/',
  'web/build/',
  'web/codegen/',
  'web/gallery/',
  'web/',
  'web/landing/main.ts',
]

const foldersIn = (parent) =>
  readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}${name}/`)
const layers = order.flatMap((layer) =>
  layer.endsWith('/*/')
    ? foldersIn(layer.slice(0, -2)).filter((folder) => !order.includes(folder))
    : [layer],
)

/** The modules of a folder, without those of its subfolders, or one module. */
const pathOf = (layer) => `^${layer.replaceAll('.', '\\.')}${layer.endsWith('/') ? '[^/]+$' : '$'}`

/** Whether a layer is one module, with a place of its own in the list. */
const isModule = (layer) => !layer.endsWith('/')
const exceptListed = (layer) =>
  isModule(layer) ? {} : { pathNot: layers.filter(isModule).map(pathOf) }

const TEST_KIT = '^(api|web)/test/'
const TOOLS = '^(bench|e2e|scripts|torture)/'
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

const unlisted = { path: '^(api|demo|rules|web)/', pathNot: layers.map(pathOf) }
const unlistedProduct = { ...unlisted, pathNot: [...unlisted.pathNot, TEST_KIT] }

const layerRules = [
  ...layers.slice(0, -1).map((layer, index) =>
    forbid(
      `${layer} imports only what is above it in the list`,
      { path: pathOf(layer), ...exceptListed(layer) },
      {
        path: layers.slice(index + 1).map(pathOf),
        pathNot: layers
          .slice(0, index + 1)
          .filter(isModule)
          .map(pathOf),
      },
    ),
  ),
  forbid('every folder that imports is in the list', unlistedProduct, {}),
  forbid('every imported folder is in the list', { pathNot: [TEST_KIT, TOOLS] }, unlisted),
]

/** What files of one kind must not import, by the ends of their names. */
const kindRules = [
  forbid('no cycles, of types either', {}, { circular: true }),
  forbid('rules/ imports zod alone', { path: '^rules/' }, { pathNot: ['^rules/', '/zod/'] }),
  forbid('server and client share rules/ alone', { path: '^(api|demo)/' }, { path: '^web/' }),
  forbid('client and server share rules/ alone', { path: '^web/' }, { path: '^(api|demo)/' }),
  forbid(
    'a REST route runs an operation of the schema',
    { path: '^api/rest/' },
    {
      path: ['^api/(database|features)/', '@prisma/'],
      pathNot: [
        '^api/features/media/media\\.write',
        // No operation tells whether a key is used, before its picture is stored.
        '^api/features/post/idempotency-key',
        // No operation finds somebody by name whom its caller has blocked.
        '^api/features/block/block\\.read',
        '^api/database/unavailable',
      ],
    },
  ),
  forbid(
    'resolvers belong to their feature',
    { path: '^api/features/([^/]+)/.*\\.schema\\.ts$' },
    { path: '\\.schema\\.ts$', pathNot: '^api/features/$1/' },
  ),
  forbid(
    'a write knows neither GraphQL nor HTTP',
    { path: '\\.write\\.ts$' },
    { path: ['^api/graphql/', '/express/', '\\.schema\\.ts$'] },
  ),
  forbid(
    'rules of a feature are pure',
    { path: '^api/features/.*\\.rules\\.ts$' },
    {
      path: [
        '^api/(database|graphql|settings)/',
        '/(express|pg|@prisma)/',
        '\\.(schema|read|write)\\.ts$',
      ],
    },
  ),
  forbid(
    'a page does not know another page',
    { path: '^web/pages/([^/]+)/' },
    { path: '^web/pages/[^/]+/', pathNot: '^web/pages/$1/' },
  ),
  forbid(
    'features reach the network by generated hooks',
    { path: '^web/features/' },
    {
      path: '^web/apollo/',
      pathNot: [
        '^web/apollo/((subscription-)?hooks?|active-query|loaded-lists)\\.ts$',
        '\\.generated\\.ts$',
      ],
    },
  ),
  forbid(
    'every operation goes through its generated hook',
    { path: '^web/(features|pages)/' },
    { path: '/@apollo/client/react/' },
  ),
  forbid(
    'the design system knows no GraphQL',
    { path: '^web/(ui|lib)/' },
    { path: ['^web/apollo/', '/@apollo/', '/graphql/'] },
  ),
]

export default {
  forbidden: [...layerRules, ...kindRules],
  options: {
    parser: 'swc',
    exclude: { path: ['\\.test\\.tsx?$', '/generated/', '^web/dist/'] },
    doNotFollow: { path: 'node_modules' },
  },
}
