import S3rver from '@20minutes/s3rver'

// An S3-compatible store for tests. Environment: ADDRESS, PORT, DIRECTORY, BUCKET.

const { ADDRESS = '127.0.0.1', PORT = '', DIRECTORY = '', BUCKET = '' } = process.env
const server = new S3rver({
  port: Number(PORT),
  address: ADDRESS,
  silent: true,
  directory: DIRECTORY,
  // It signs another form of the list request's URL. It still checks the keys.
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: BUCKET, configs: [] }],
})
await server.run()
console.log('ready')
