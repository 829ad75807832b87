import * as z from 'zod/mini'
import { DELETED_AT_ONCE_MAX } from './catalog-rules.ts'
import { Id, Ignored, text, YesNo } from '../kit/codecs.ts'
import { admin } from '../kit/guard.ts'

/** Where the calls of the catalog are: applications, sections and systems. */
export const area = '/ccservices/secure/admin/rest/app-admin/admin-users/{uid}'
export const guard = admin('Application Settings', { staffOnly: true })
/** Requires a fresh sign-in: the call decides what people can reach, and where it leads them (S52). */
export const freshGuard = admin('Application Settings', { staffOnly: true, freshSignIn: true })

/** The version that the caller has read; with another one the call is refused. */
export const version = z.optional(Id)
export const ignored = z.optional(Ignored)
export const flag = z.optional(YesNo)

/** Longer than the limits, so that the rules refuse with their own sentences. */
export const SentText = text(4000)

/** What one call deletes. */
export const SentIds = z.array(Id).check(z.minLength(1), z.maxLength(DELETED_AT_ONCE_MAX))

/** A deletion to take back. */
export const Undo = z.strictObject({ undoId: Id })
export const Restored = z.object({ names: z.array(z.string()) })
