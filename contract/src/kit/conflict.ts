import * as z from 'zod/mini'
import { Instant } from './codecs.ts'

/** Who changed a record meanwhile and when, sent with a '409' to a caller who names an older version. */
export const ChangedMeanwhile = z.object({
  /** Null: the portal itself, or a user who no longer exists. */
  changedByNm: z.nullable(z.string()),
  changedDt: Instant,
})
export type ChangedMeanwhile = z.output<typeof ChangedMeanwhile>
