const EVERY_MS = 10_000

/** What the command of this process does now; a process runs one. */
let step = ''

/** Keeps what a long command does now, for the next line of its progress. */
export function noteStep(words: string): void {
  step = words
}

/**
 * Does the work of a long command. Where the standard error is a terminal, it says there every 10 seconds that it goes on,
 * and what it does.
 */
export async function showProgress<Result>(command: string, work: () => Promise<Result>): Promise<Result> {
  if (!process.stderr.isTTY) return work()
  noteStep('')
  const began = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1_000)
    process.stderr.write(`${command}, ${seconds} s${step && `: ${step}`}\n`)
  }, EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
