// Loaded into a program that another of our tools started: when that one dies without a word, this stops too.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
