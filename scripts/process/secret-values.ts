import { client } from '#api/test/servers/oidc-provider.ts'

/** Values that must appear in no log, error, metric or trace, by a name for the report. */
export const secrets = {
  authSecret: 'vigilant-otter-of-the-operator-0123456789',
  metricsToken: 'metrics-magpie-token-42',
  collectorKey: 'collector-kestrel-key',
  password: 'sunny heron day 1',
  wrongPassword: 'cloudy heron day 2',
  newPassword: 'sunnier heron day 3',
  resetPassword: 'sunniest heron day 4',
  mailPassword: 'hush/hush',
  providerSecret: client.clientSecret,
  redisPassword: 'reclusive-raccoon-of-redis',
  bucketSecret: 'what only the owner may read',
  bucketSignature: 'AWS4-HMAC-SHA256',
  providerEmail: 'soft.capercaillie@secret.example',
  providerSubject: 'subject-of-a-shy-saola',
  email: 'quiet.walrus@secret.example',
  otherEmail: 'loud.walrus@secret.example',
  movedEmail: 'moved.capercaillie@secret.example',
  name: 'Quillon Quagga',
  post: 'A pangolin told me something in confidence.',
  alt: 'An axolotl behind a curtain',
  bio: 'I keep a numbat diary.',
  search: 'marmosetwords',
  link: 'https://tapir.example/picture.webp',
}
