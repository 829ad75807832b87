// Checks passwords and does nothing else, as many at a time as there are cores: the upper limit of every portal. Its
// parent sets the duration; reports the number of checks and how long each took.
import { availableParallelism } from 'node:os'
import { verify } from '@node-rs/argon2'

process.on('message', ({ storedHash, password, ms }: { storedHash: string; password: string; ms: number }) => {
  const end = performance.now() + ms
  const latencies: number[] = []
  let bad = 0
  const one = async () => {
    for (let at = performance.now(); at < end; at = performance.now()) {
      if (!(await verify(storedHash, password))) bad++
      latencies.push(performance.now() - at)
    }
  }
  void Promise.all(Array.from({ length: availableParallelism() }, one)).then(() =>
    process.send?.({ done: latencies.length - bad, bad, latencies }),
  )
})
