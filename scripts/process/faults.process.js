// A test preloads this into the server: signals cause an unhandled rejection or exception.
process.on('SIGUSR2', () => {
  Promise.reject(new Error('A promise that nothing awaits.'))
})
process.on('SIGWINCH', () => {
  throw new Error('An exception that nothing catches.')
})
