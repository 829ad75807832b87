// Loaded into a program that another of our tools started: stops it when that tool is killed.
const PARENT_CHECK_MS = 500
/** Longer than a graceful stop of the server. */
const HARD_STOP_MS = 40_000

if (process.channel) {
  const parent = process.ppid
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), HARD_STOP_MS).unref()
  }
  process.channel.unref()
  process.once('disconnect', stop)
  // The channel stays open where another process inherited its other end.
  const timer = setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS)
  timer.unref()
}
