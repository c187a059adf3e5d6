// Preloaded into the product by a test: makes the mistakes that code can make, when a signal asks for it.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('A promise that nothing awaits.'))
})
process.on('SIGWINCH', () => {
  throw new Error('An exception that nothing catches.')
})
