import S3rver from '@20minutes/s3rver'

// An S3-compatible store as other people run it, for tests. Environment: PORT, DIRECTORY, BUCKET.

const { PORT = '', DIRECTORY = '', BUCKET = '' } = process.env
const server = new S3rver({
  port: Number(PORT),
  address: '127.0.0.1',
  silent: true,
  directory: DIRECTORY,
  // It knows another form of the address that a list of objects is signed with; keys are checked all the same.
  allowMismatchedSignatures: true,
  configureBuckets: [{ name: BUCKET, configs: [] }],
})
await server.run()
console.log('ready')
