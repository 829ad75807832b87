import { AsyncLocalStorage } from 'node:async_hooks'

/** What the statements of one call may do, and have done. */
export interface CallPlace {
  /**
   * Its reads may be answered by a replica that has replayed the write-ahead log up to here; undefined: only by the
   * primary.
   */
  readonly readsFrom: bigint | undefined
  /** While the primary is lost a replica answers all of its reads, also those of its session and its rights. */
  readonly mayMissPrimary: boolean
  /** True once the call has changed something, or may have. */
  hasWritten: boolean
  /** True once a replica has answered instead of the lost primary: what the call reads next does not wait for it again. */
  hasMissedPrimary?: boolean
}

const places = new AsyncLocalStorage<CallPlace>()

/** Runs the work of a call, so that the database knows which call its statements belong to. */
export const inPlace = <Result>(place: CallPlace, work: () => Result): Result => places.run(place, work)

/** Reads from the primary, also in a call that may lag: what decides what the caller may see. For reads only. */
export const onPrimary = async <Result>(read: () => Promise<Result>): Promise<Result> => {
  const call = callPlace()
  const { mayMissPrimary = false, hasWritten = false, hasMissedPrimary = false } = call ?? {}
  const place: CallPlace = { readsFrom: undefined, mayMissPrimary, hasWritten, hasMissedPrimary }
  try {
    return await places.run(place, read)
  } finally {
    if (call && place.hasMissedPrimary) call.hasMissedPrimary = true
  }
}

/** The call to which the running code belongs; undefined for everything else, such as jobs. */
export const callPlace = (): CallPlace | undefined => places.getStore()

/** A position of the write-ahead log as the server writes it (`16/B374D848`), as a number that can be compared. */
export function positionOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
