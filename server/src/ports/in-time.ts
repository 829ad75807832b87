/** The work, or a failure (`tired`) once the time is over; what comes of it later is of no interest. */
export async function inTime<T>(work: Promise<T>, milliseconds: number, tired = noAnswer): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tired(milliseconds)), milliseconds)
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
