/** Returns the result of the work. @throws what `onTimeout` makes after `milliseconds`; a later result is ignored. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, onTimeout = noAnswer): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(onTimeout(milliseconds)), milliseconds)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function noAnswer(milliseconds: number): Error {
  return new Error(`no answer within ${milliseconds} ms`)
}
