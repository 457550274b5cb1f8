// Loaded into the product by `--import`: a defect that nobody catches, when a test wants one.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('planted by a test')
  })
})
