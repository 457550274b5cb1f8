// Loaded into the product by `--import`: throws an uncaught error when a test sends a signal.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('planted by a test')
  })
})
